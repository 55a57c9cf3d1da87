-- Eatcake (Winning Ways, chapter 8): Left eats a strip of width one from top to bottom of a cake, Right one from side
-- to side. What is left on both sides of the strip are two cakes. Both can eat as long as there is any cake, so all
-- values are all-small.
name = "eatcake"
about = "Left eats a strip of a cake from top to bottom, Right one from side to side"
notation = "cakes of columns x rows, or 0 for none"
example = "3x2"

-- The cakes without number `i`, and with these sizes instead, of which one may be nothing.
local function with(cakes, i, ...)
  local after = {}
  for j, cake in ipairs(cakes) do
    if j ~= i then after[#after + 1] = cake end
  end
  for _, cake in ipairs { ... } do
    if cake[1] > 0 and cake[2] > 0 then after[#after + 1] = cake end
  end
  return after
end

function options(cakes, left, names)
  local found = {}
  for i, cake in ipairs(cakes) do
    local columns, rows = cake[1], cake[2]
    for at = 1, left and columns or rows do
      if left then
        found[#found + 1] = with(cakes, i, { at - 1, rows }, { columns - at, rows })
      else
        found[#found + 1] = with(cakes, i, { columns, at - 1 }, { columns, rows - at })
      end
      if names then names[#found] = columns .. "x" .. rows .. " strip " .. at end
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
  if #cakes ~= 1 or cakes[1][1] >= cakes[1][2] then return cakes end
  return { { cakes[1][2], cakes[1][1] } }, true
end

function longest_play(cakes)
  local moves = 0
  for _, cake in ipairs(cakes) do moves = moves + cake[1] * cake[2] end
  return moves
end

function read(text)
  local cakes = {}
  if text == "0" then return cakes end
  for word in text:gmatch("%S+") do
    local columns, rows = word:match("^([1-9]%d?)x([1-9]%d?)$")
    if not columns then return nil, "'" .. word .. "' is not a cake like 3x2" end
    cakes[#cakes + 1] = { math.tointeger(columns), math.tointeger(rows) }
  end
  return cakes
end

function show(cakes)
  if #cakes == 0 then return "0" end
  local words = {}
  for i, cake in ipairs(cakes) do words[i] = cake[1] .. "x" .. cake[2] end
  return table.concat(words, " ")
end
