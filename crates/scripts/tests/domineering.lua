-- Domineering on boards of at most 8×8, to be compared with the same game in Rust. A position is the set of free cells as
-- the bits of an integer, eight for each row.
name = "lua-domineering"
about = "Left places dominoes upright, Right flat"
notation = ". free, # taken"
example = "....|....|....|...."

local FIRST_COLUMN, FIRST_ROW = 0x0101010101010101, 0xff
local NOT_FIRST, NOT_LAST = ~FIRST_COLUMN, ~(FIRST_COLUMN << 7)

function options(free, left)
  local found, count = {}, 0
  local step = left and 8 or 1
  local places = free & free >> step
  if not left then places = places & NOT_LAST end
  while places ~= 0 do
    local at = places & -places
    count = count + 1
    found[count] = free & ~(at | at << step)
    places = places & ~at
  end
  return found
end

function regions(free)
  local found = {}
  while free ~= 0 do
    local part, before = free & -free, 0
    while part ~= before do
      before = part
      part = (part | part << 8 | part >> 8 | (part & NOT_LAST) << 1 | (part & NOT_FIRST) >> 1) & free
    end
    free = free & ~part
    if part & (part - 1) ~= 0 then found[#found + 1] = part end
  end
  return found
end

-- In the corner.
local function moved(free)
  while free & FIRST_ROW == 0 do free = free >> 8 end
  while free & FIRST_COLUMN == 0 do free = free >> 1 end
  return free
end

local function upside_down(free)
  free = (free >> 8 & 0x00ff00ff00ff00ff) | (free & 0x00ff00ff00ff00ff) << 8
  free = (free >> 16 & 0x0000ffff0000ffff) | (free & 0x0000ffff0000ffff) << 16
  return free >> 32 | free << 32
end

local function mirrored(free)
  free = (free >> 1 & 0x5555555555555555) | (free & 0x5555555555555555) << 1
  free = (free >> 2 & 0x3333333333333333) | (free & 0x3333333333333333) << 2
  return (free >> 4 & 0x0f0f0f0f0f0f0f0f) | (free & 0x0f0f0f0f0f0f0f0f) << 4
end

local function transposed(free)
  local other = (free ~ free >> 7) & 0x00aa00aa00aa00aa
  free = free ~ other ~ other << 7
  other = (free ~ free >> 14) & 0x0000cccc0000cccc
  free = free ~ other ~ other << 14
  other = (free ~ free >> 28) & 0x00000000f0f0f0f0
  return free ~ other ~ other << 28
end

-- The least of the board and its mirror images. A board that is turned by a quarter has the opposite value.
function normal_form(free)
  if free == 0 then return 0 end
  local least, negative = math.maxinteger, false
  local function consider(form, is_turned)
    form = moved(form)
    if form < least then least, negative = form, is_turned end
  end
  local turned, flipped = transposed(free), upside_down(free)
  consider(free, false)
  consider(mirrored(free), false)
  consider(flipped, false)
  consider(mirrored(flipped), false)
  flipped = upside_down(turned)
  consider(turned, true)
  consider(mirrored(turned), true)
  consider(flipped, true)
  consider(mirrored(flipped), true)
  return least, negative
end

function read(text)
  local free, row, column = 0, 0, 0
  for symbol in text:gmatch(".") do
    if symbol == "|" then
      row, column = row + 1, 0
    elseif symbol == "." or symbol == "#" then
      if symbol == "." then free = free | 1 << 8 * row + column end
      column = column + 1
    else
      return nil, "cells are . and #"
    end
    if row > 7 or column > 8 then return nil, "the board is too large" end
  end
  return free
end

function show(free)
  local rows = {}
  for row = 0, 7 do
    local cells = {}
    for column = 0, 7 do cells[column + 1] = free >> 8 * row + column & 1 == 1 and "." or "#" end
    rows[row + 1] = table.concat(cells)
  end
  return table.concat(rows, "|")
end
