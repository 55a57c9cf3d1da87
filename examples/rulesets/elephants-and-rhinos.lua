-- Elephants and Rhinos: Toads and Frogs without jumps. Left's elephants go one cell to the right, Right's rhinos one
-- to the left, each onto an empty cell.
name = "elephants-and-rhinos"
about = "elephants go right and rhinos left, a cell at a time"
notation = "e Left's elephant, r Right's rhino, . empty"
example = "ee...rr"

function options(state, left, names)
  local found = {}
  local from = left and "e%." or "%.r"
  local at = state:find(from)
  while at do
    found[#found + 1] = state:sub(1, at - 1) .. (left and ".e" or "r.") .. state:sub(at + 2)
    if names then names[#found] = left and at .. "-" .. at + 1 or at + 1 .. "-" .. at end
    at = state:find(from, at + 1)
  end
  return found
end

-- A rhino to the left of an elephant: both go away from each other, and nothing can come between them.
function regions(state)
  local found, start = {}, 1
  while true do
    local rhino, elephant = state:find("r%.*e", start)
    if not rhino then break end
    found[#found + 1] = state:sub(start, rhino)
    start = elephant
  end
  found[#found + 1] = state:sub(start)
  return found
end

-- Seen from the other side, with elephants for rhinos, the value is the opposite.
function normal_form(state)
  local other = state:reverse():gsub("[er]", { e = "r", r = "e" })
  if other < state then return other, true end
  return state
end

function longest_play(state)
  local moves, empty = 0, 0
  for i = 1, #state do
    local cell = state:sub(i, i)
    if cell == "." then empty = empty + 1 elseif cell == "r" then moves = moves + empty end
  end
  empty = 0
  for i = #state, 1, -1 do
    local cell = state:sub(i, i)
    if cell == "." then empty = empty + 1 elseif cell == "e" then moves = moves + empty end
  end
  return moves
end

function read(text)
  local state = text:lower()
  if state == "" or #state > 64 then return nil, "a strip has 1 to 64 cells" end
  if state:find("[^er.]") then return nil, "cells are e, r and ." end
  return state
end
