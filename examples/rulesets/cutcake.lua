-- Cutcake (Winning Ways, chapter 2): Left cuts a cake from top to bottom, Right from side to side, always between
-- two squares. A cake of one square cannot be cut. All values are integers.
name = "cutcake"
about = "Left cuts a cake from top to bottom, Right from side to side"
notation = "cakes of columns x rows"
example = "5x3"

function options(cakes, left, names)
  local found = {}
  for i, cake in ipairs(cakes) do
    local columns, rows = cake[1], cake[2]
    for at = 1, (left and columns or rows) - 1 do
      local after = table.pack(table.unpack(cakes))
      after.n = nil
      after[i] = left and { at, rows } or { columns, at }
      after[#after + 1] = left and { columns - at, rows } or { columns, rows - at }
      found[#found + 1] = after
      if names then names[#found] = columns .. "x" .. rows .. " after " .. at end
    end
  end
  return found
end

function regions(cakes)
  local found = {}
  for i, cake in ipairs(cakes) do found[i] = { cake } end
  return found
end

-- A cake that is turned has the opposite value.
function normal_form(cakes)
  local columns, rows = cakes[1][1], cakes[1][2]
  if #cakes > 1 or columns >= rows then return cakes end
  return { { rows, columns } }, true
end

function longest_play(cakes)
  local moves = 0
  for _, cake in ipairs(cakes) do moves = moves + cake[1] * cake[2] - 1 end
  return moves
end

function read(text)
  local cakes = {}
  for word in text:gmatch("%S+") do
    local columns, rows = word:match("^([1-9]%d?)x([1-9]%d?)$")
    if not columns then return nil, "'" .. word .. "' is not a cake like 5x3" end
    cakes[#cakes + 1] = { math.tointeger(columns), math.tointeger(rows) }
  end
  if #cakes == 0 then return nil, "there is no cake" end
  return cakes
end

function show(cakes)
  local words = {}
  for i, cake in ipairs(cakes) do words[i] = cake[1] .. "x" .. cake[2] end
  return table.concat(words, " ")
end
