name = "pile"
about = "Left takes one or two tokens of a pile, Right up to three"
notation = "the number of tokens"
example = "4"
function options(pile, left)
  local found = {}
  for taken = 1, math.min(pile, left and 2 or 3) do found[taken] = pile - taken end
  return found
end
