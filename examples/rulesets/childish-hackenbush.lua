-- Childish Hackenbush (Winning Ways, chapter 8): as in Hackenbush players cut edges, Left those of Left's colour and Right
-- those of Right's, but of these only edges after which all others are still connected to the ground. An edge of either
-- player is cut at any time, and what is no longer connected falls off.
name = "childish-hackenbush"
about = "cut an edge of your colour, if nothing else falls off, or an edge of either player"
notation = "edges a-b:L for Left, a-b:R for Right, a-b:E for either; g is the ground, and g alone is no edge"
example = "g-a:L a-b:R a-c:L"

local function edges(state)
  local found = {}
  for a, b, colour in state:gmatch("(%w+)-(%w+):(%a)") do found[#found + 1] = { a, b, colour } end
  return found
end

local function write(found)
  local words = {}
  for i, edge in ipairs(found) do words[i] = edge[1] .. "-" .. edge[2] .. ":" .. edge[3] end
  table.sort(words)
  return #words > 0 and table.concat(words, " ") or "g"
end

-- The edges that are connected to the ground without the edge with this number, which may be 0 for all.
local function standing(all, without)
  local reached, count, found = { g = true }, 0, {}
  repeat
    local before = count
    for i, edge in ipairs(all) do
      if i ~= without and not found[i] and (reached[edge[1]] or reached[edge[2]]) then
        found[i], reached[edge[1]], reached[edge[2]], count = true, true, true, count + 1
      end
    end
  until count == before
  local rest = {}
  for i, edge in ipairs(all) do
    if found[i] then rest[#rest + 1] = edge end
  end
  return rest
end

function options(state, left, names)
  local all, found = edges(state), {}
  for i, edge in ipairs(all) do
    if edge[3] == "E" or edge[3] == (left and "L" or "R") then
      local rest = standing(all, i)
      if edge[3] == "E" or #rest == #all - 1 then
        found[#found + 1] = write(rest)
        if names then names[#found] = edge[1] .. "-" .. edge[2] .. ":" .. edge[3] end
      end
    end
  end
  return found
end

-- Edges that hang together otherwise than by the ground.
function regions(state)
  local rest, found = edges(state), {}
  while #rest > 0 do
    local part, at = { table.remove(rest) }, 1
    while part[at] do
      local a, b = part[at][1], part[at][2]
      for i = #rest, 1, -1 do
        local c, d = rest[i][1], rest[i][2]
        if (a ~= "g" and (a == c or a == d)) or (b ~= "g" and (b == c or b == d)) then
          part[#part + 1] = table.remove(rest, i)
        end
      end
      at = at + 1
    end
    found[#found + 1] = write(part)
  end
  return found
end

function longest_play(state) return #edges(state) end

function read(text)
  if text == "g" then return text end
  local found = {}
  for word in text:gmatch("%S+") do
    local a, b, colour = word:match("^(%w+)-(%w+):([LRE])$")
    if not a then return nil, "'" .. word .. "' is not an edge like g-a:L" end
    found[#found + 1] = { a, b, colour }
  end
  if #found > 64 then return nil, "there are more than 64 edges" end
  if #standing(found, 0) < #found then return nil, "an edge is not connected to the ground" end
  return write(found)
end
