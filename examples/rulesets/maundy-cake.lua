-- Maundy Cake (Winning Ways, chapter 2): Left divides a cake from top to bottom into any number of equal parts, Right
-- from side to side. All values are integers, and their formula is about the divisors of both sides.
name = "maundy-cake"
about = "Left divides a cake from top to bottom into equal parts, Right from side to side"
notation = "cakes of columns x rows"
example = "12x8"

function options(cakes, left, names)
  local found = {}
  for i, cake in ipairs(cakes) do
    local columns, rows = cake[1], cake[2]
    for parts = 2, left and columns or rows do
      if (left and columns or rows) % parts == 0 then
        local after = {}
        for j, other in ipairs(cakes) do
          if j ~= i then after[#after + 1] = other end
        end
        local part = left and { columns // parts, rows } or { columns, rows // parts }
        for _ = 1, parts do after[#after + 1] = part end
        found[#found + 1] = after
        if names then names[#found] = columns .. "x" .. rows .. " into " .. parts end
      end
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
    local columns, rows = word:match("^([1-9]%d?%d?%d?)x([1-9]%d?%d?%d?)$")
    if not columns then return nil, "'" .. word .. "' is not a cake like 12x8" end
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
