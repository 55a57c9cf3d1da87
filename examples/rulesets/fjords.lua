-- Fjords, the end of the board game by Franz-Benno Delonge: players claim free land next to land of their own, on a board
-- of hexagons. Each row lies half a cell to the right of the row above, so a cell has two neighbours in each of them.
name = "fjords"
about = "claim free land next to land of your own, on hexagons"
notation = "rows joined by |, each half a cell to the right of the one above: x Left's land, o Right's, . free, # sea"
example = "x..|...|..o"

-- The places of the neighbours of a cell in the text; rows end with a bar.
local function neighbours(state)
  local width = state:find("|", 1, true)
  return { -1, 1, -width, width, 1 - width, width - 1 }
end

local function touches(state, steps, at, symbol)
  for _, step in ipairs(steps) do
    local place = at + step
    if place > 0 and state:sub(place, place) == symbol then return true end
  end
  return false
end

function options(state, left, names)
  local steps, mine, found = neighbours(state), left and "x" or "o", {}
  local width = steps[4]
  for at = 1, #state do
    if state:sub(at, at) == "." and touches(state, steps, at, mine) then
      found[#found + 1] = state:sub(1, at - 1) .. mine .. state:sub(at + 1)
      if names then names[#found] = "row " .. (at - 1) // width + 1 .. " cell " .. (at - 1) % width + 1 end
    end
  end
  return found
end

-- Free land that hangs together, with the land around it. All else is sea.
function regions(state)
  local steps, seen, found = neighbours(state), {}, {}
  for start = 1, #state do
    if state:sub(start, start) == "." and not seen[start] then
      local region, waiting = {}, { start }
      for at = 1, #state do region[at] = state:sub(at, at) == "|" and "|" or "#" end
      seen[start] = true
      while #waiting > 0 do
        local at = table.remove(waiting)
        region[at] = "."
        for _, step in ipairs(steps) do
          local place = at + step
          local symbol = place > 0 and state:sub(place, place) or ""
          if symbol == "x" or symbol == "o" then
            region[place] = symbol
          elseif symbol == "." and not seen[place] then
            seen[place] = true
            waiting[#waiting + 1] = place
          end
        end
      end
      found[#found + 1] = table.concat(region)
    end
  end
  return found
end

-- With the colours exchanged the value is the opposite.
function normal_form(state)
  local other = state:gsub("[xo]", { x = "o", o = "x" })
  if other < state then return other, true end
  return state
end

function longest_play(state)
  local _, free = state:gsub("%.", ".")
  return free
end

function read(text)
  local state = text:lower() .. "|"
  local width = state:find("|", 1, true)
  if #state > 400 then return nil, "the board is too large" end
  for row in state:gmatch("([^|]*)|") do
    if #row ~= width - 1 or #row == 0 then return nil, "all rows need the same number of cells" end
    if row:find("[^xo.#]") then return nil, "cells are x, o, . and #" end
  end
  return state
end

function show(state) return state:sub(1, -2) end
