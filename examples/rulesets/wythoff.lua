-- Wythoff's game (Wythoff 1907): take any number of tokens from one of two heaps, or the same number from both. The
-- player who moved last has won where the heaps are floor(n φ) and floor(n φ²), with the golden ratio φ.
name = "wythoff"
about = "take any number of tokens from one of two heaps, or the same number from both"
notation = "the two heaps"
example = "3,6"
impartial = true

-- Heaps are kept in order, so positions that are alike are the same.
local function heaps(a, b)
  return a <= b and { a, b } or { b, a }
end

function options(state, _, names)
  local a, b = state[1], state[2]
  local found = {}
  local function add(x, y)
    found[#found + 1] = heaps(x, y)
    if names then names[#found] = x .. "," .. y end
  end
  for n = 1, a do add(a - n, b) end
  for n = 1, b do add(a, b - n) end
  for n = 1, a do add(a - n, b - n) end
  return found
end

function longest_play(state) return state[1] + state[2] end

function read(text)
  local a, b = text:match("^(%d%d?%d?),(%d%d?%d?)$")
  if not a then return nil, "two heaps are written like 3,6" end
  return heaps(math.tointeger(a), math.tointeger(b))
end

function show(state) return state[1] .. "," .. state[2] end
