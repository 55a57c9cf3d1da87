-- Arc Kayles (Schaefer 1978): take an edge of a graph, and with it all edges that meet it. On a path it is Dawson's Kayles.
name = "arc-kayles"
about = "take an edge of a graph, and all edges that meet it"
notation = "edges a-b, or 0 for none; nodes are letters or numbers"
example = "a-b b-c c-d d-a c-e"
impartial = true

local function edges(state)
  local found = {}
  for a, b in state:gmatch("(%w+)-(%w+)") do found[#found + 1] = { a, b } end
  return found
end

local function write(found)
  local words = {}
  for i, edge in ipairs(found) do words[i] = edge[1] .. "-" .. edge[2] end
  table.sort(words)
  return #words > 0 and table.concat(words, " ") or "0"
end

local function meet(one, other)
  return one[1] == other[1] or one[1] == other[2] or one[2] == other[1] or one[2] == other[2]
end

function options(state, _, names)
  local all, found = edges(state), {}
  for _, taken in ipairs(all) do
    local rest = {}
    for _, edge in ipairs(all) do
      if not meet(taken, edge) then rest[#rest + 1] = edge end
    end
    found[#found + 1] = write(rest)
    if names then names[#found] = taken[1] .. "-" .. taken[2] end
  end
  return found
end

-- Edges that hang together.
function regions(state)
  local rest, found = edges(state), {}
  while #rest > 0 do
    local part, at = { table.remove(rest) }, 1
    while part[at] do
      for i = #rest, 1, -1 do
        if meet(part[at], rest[i]) then part[#part + 1] = table.remove(rest, i) end
      end
      at = at + 1
    end
    found[#found + 1] = write(part)
  end
  return found
end

function longest_play(state) return #edges(state) end

function read(text)
  if text == "0" then return text end
  local found, known = {}, {}
  for word in text:gmatch("%S+") do
    local a, b = word:match("^(%w+)-(%w+)$")
    if not a then return nil, "'" .. word .. "' is not an edge like a-b" end
    if a == b then return nil, "'" .. word .. "' is a loop" end
    if b < a then a, b = b, a end
    if known[a .. "-" .. b] then return nil, "the edge " .. a .. "-" .. b .. " is there twice" end
    known[a .. "-" .. b] = true
    found[#found + 1] = { a, b }
  end
  return write(found)
end
