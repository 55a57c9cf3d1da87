-- Partizan Euclid (McKay and Nowakowski 2012): from a pair (p, q) with p = kq + t and 0 < t < q, Left moves to (q, t) and
-- Right to (q, q − t). Where q divides p, play is over.
name = "partizan-euclid"
about = "from p,q with the remainder t Left moves to q,t and Right to q,q-t"
notation = "two positive numbers, the larger one first"
example = "13,8"

function options(pair, left)
  local q, rest = pair[2], pair[1] % pair[2]
  if rest == 0 then return {} end
  return { { q, left and rest or q - rest } }
end

-- Only the remainder matters.
function normal_form(pair) return { pair[2] + pair[1] % pair[2], pair[2] } end

function longest_play(pair) return pair[2] end

function read(text)
  local p, q = text:match("^([1-9]%d*),([1-9]%d*)$")
  if not p or #text > 30 then return nil, "a pair is written like 13,8" end
  return { math.tointeger(p), math.tointeger(q) }
end

function check(pair)
  if pair[1] < pair[2] then return "the larger number comes first" end
end

function show(pair) return pair[1] .. "," .. pair[2] end
