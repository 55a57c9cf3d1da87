//! Tests of scripted rulesets.
