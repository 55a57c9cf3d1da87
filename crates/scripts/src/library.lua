-- The library of a ruleset: neither files nor time nor chance, no code made of text, and nothing that catches an
-- error, since that would catch the end of an endless loop. What is left gives the same results in every Lua state,
-- and no function of it runs for long without an instruction that is counted.
local globals, error, next, setmetatable, tostring, type = _G, error, next, setmetatable, tostring, type
local find, gmatch, gsub, match, rep = string.find, string.gmatch, string.gsub, string.match, string.rep
local sort = table.sort

-- Bytes that a single call may make, steps that a single search of a text may take, steps after which the time is
-- looked at, and the instructions for that.
local LONGEST, MOST_STEPS, MANY_STEPS, LOOK = 1 << 24, 1e9, 1e6, 1000
-- Calls of `sort` and `gsub` inside each other, which take from the stack of the program.
local DEEPEST = 8

local depth = 0

local function enter(name)
  if depth == DEEPEST then error(name .. " is nested too deep", 3) end
  depth = depth + 1
end

local function ascending(a, b) return a < b end

local function sort_within(list, before)
  if type(list) ~= "table" then error("sort needs a table, not " .. type(list), 2) end
  enter("sort")
  sort(list, before or ascending)
  depth = depth - 1
end

local RANKS = { boolean = 1, number = 2, string = 3 }

local function key_before(a, b)
  local x, y = type(a), type(b)
  if x ~= y then return RANKS[x] < RANKS[y] end
  if x == "boolean" then return b and not a end
  return a < b
end

-- The order of `next` differs between Lua states, and with it the order of moves.
local function pairs_in_order(fields)
  if type(fields) ~= "table" then error("pairs needs a table, not " .. type(fields), 2) end
  local keys, count = {}, 0
  for key in next, fields do
    if not RANKS[type(key)] then error("pairs: a key is a " .. type(key), 2) end
    count = count + 1
    keys[count] = key
  end
  sort(keys, key_before)
  local at = 0
  return function()
    at = at + 1
    local key = keys[at]
    if key ~= nil then return key, fields[key] end
  end
end

-- The number of repetitions of a pattern: its signs that follow something to be repeated.
local repetitions = {}

local function count(pattern)
  local _, brackets = gsub(pattern, "%%b", "")
  local bare = gsub(gsub(pattern, "%%.", "x"), "%[%^?%]?[^%]]*%]", "x")
  local _, signs = gsub(bare, "[^()^][*+?-]", "")
  local found = signs + brackets + (find(pattern, "^", 1, true) == 1 and 0 or 1)
  repetitions[pattern] = found
  return found
end

-- A search may try all ways to split a text among the repetitions of its pattern, from every place.
local function watch(name, text, pattern, plain)
  if type(text) ~= "string" or type(pattern) ~= "string" then
    error("string." .. name .. " needs texts, not " .. type(text) .. " and " .. type(pattern), 3)
  end
  local steps = (#text + 1.0) ^ (plain and 1 or repetitions[pattern] or count(pattern))
  if plain then steps = steps * (#pattern + 1) end
  if steps > MANY_STEPS then
    if steps > MOST_STEPS then
      error("string." .. name .. " may take too long with this pattern on a text of " .. #text .. " bytes", 3)
    end
    -- Instructions enough for a look at the clock.
    for _ = 1, LOOK do end
  end
end

local function is_address(x)
  local kind = type(x)
  return kind == "table" or kind == "function"
end

-- An address would be another one each time.
local function raise(message, level)
  if is_address(message) then message = "a " .. type(message) end
  level = level or 1
  error(message, level > 0 and level + 1 or 0)
end

local library = {
  assert = assert, error = raise, ipairs = ipairs, pairs = pairs_in_order, select = select, tonumber = tonumber,
  tostring = function(x) return is_address(x) and type(x) or tostring(x) end,
  type = type, math = math, string = string, table = table, utf8 = utf8,
}

math.random, math.randomseed, string.dump, table.move = nil, nil, nil, nil
table.sort = sort_within

function string.find(text, pattern, from, plain)
  watch("find", text, pattern, plain)
  return find(text, pattern, from, plain)
end

function string.match(text, pattern, from)
  watch("match", text, pattern)
  return match(text, pattern, from)
end

function string.gmatch(text, pattern, from)
  watch("gmatch", text, pattern)
  return gmatch(text, pattern, from)
end

function string.gsub(text, pattern, by, most)
  watch("gsub", text, pattern)
  enter("gsub")
  local made, count = gsub(text, pattern, by, most)
  depth = depth - 1
  return made, count
end

function string.rep(text, count, between)
  if type(text) ~= "string" or type(count) ~= "number" then
    error("string.rep needs a text and a number, not " .. type(text) .. " and " .. type(count), 2)
  end
  if (#text + #(between or "") + 1.0) * count > LONGEST then
    error("string.rep would make a text of more than " .. LONGEST .. " bytes", 2)
  end
  return rep(text, count, between)
end

local missing = {}
for name in next, globals do
  if not library[name] then missing[name] = true end
end
for name in next, missing do globals[name] = nil end
for _, name in next, { "coroutine", "debug", "io", "os", "package", "require" } do missing[name] = true end
for name, member in next, library do globals[name] = member end

local metatable = {
  __index = function(_, name)
    if missing[name] then error("a ruleset has no '" .. name .. "'", 2) end
  end,
}
setmetatable(globals, metatable)

-- Once the script has been read, its hooks must not change it: results would depend on what was asked before.
return function()
  function metatable.__newindex(_, name)
    error("a hook sets the global variable '" .. tostring(name) .. "': declare it with local", 2)
  end
end
