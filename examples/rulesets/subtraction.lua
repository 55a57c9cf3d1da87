-- Subtraction games (Winning Ways, chapter 4): take a number of tokens from a heap, but only one of a given set. The
-- nim values of the heaps are periodic.
name = "subtraction"
about = "take one of the given numbers of tokens from a heap"
notation = "the heap, a slash, and the numbers that may be taken"
example = "10/1,3,4"
impartial = true

function options(state, _, names)
  local heap, found = state.heap, {}
  for _, n in ipairs(state.take) do
    if n <= heap then
      found[#found + 1] = { heap = heap - n, take = state.take }
      if names then names[#found] = tostring(n) end
    end
  end
  return found
end

function longest_play(state) return state.heap // state.take[1] end

function read(text)
  local heap, list = text:match("^(%d%d?%d?%d?)/(%d[%d,]*)$")
  if not heap then return nil, "a heap and a set are written like 10/1,3,4" end
  local take = {}
  for n in list:gmatch("%d+") do
    take[#take + 1] = math.tointeger(n)
    if n == "0" or #n > 4 then return nil, n .. " tokens cannot be taken" end
  end
  table.sort(take)
  return { heap = math.tointeger(heap), take = take }
end

function show(state) return state.heap .. "/" .. table.concat(state.take, ",") end
