-- Limits that all workers share. Each call decides and writes in one step, by the clock of Redis.
--
-- Who takes part in a budget says what it has done in all, never what is new: a command that is sent again, for its
-- reply was lost, changes nothing. Times are microseconds, amounts of money whole billionths.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local asked = cjson.decode(ARGV[2])

local function whole(number)
  return string.format('%.0f', number)
end

---------------------------------------------------------------------------------------------------------------------
-- Budgets: an account has the sums, the record of each member what it has added to them, a lease how long it is
-- waited for. Member, holder and sequence are explained in budgets.py.

local SUMS = {'calls', 'unreported', 'unconfirmed', 'tokens', 'cost', 'sent', 'sent_tokens', 'sent_cost'}
local NOTHING = {calls = 0, unreported = 0, unconfirmed = 0, tokens = 0, cost = 0, sent = 0, sent_tokens = 0,
                 sent_cost = 0}

local account, members, leases, peaks = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local function member(id)
  local packed = redis.call('HGET', members, id)
  return packed and cmsgpack.unpack(packed)
end

local function keep(id, before, after)
  for _, name in ipairs(SUMS) do
    local change = after[name] - before[name]
    if change ~= 0 then redis.call('HINCRBY', account, name, whole(change)) end
  end
  redis.call('HSET', members, id, cmsgpack.pack(after))
end

-- Nobody has heard of these calls since their lease: they may have been billed, at what they were thought to cost.
local function expire()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', whole(now), 'LIMIT', 0, 100)) do
    local before = member(id)
    if before and before.done then
      redis.call('HDEL', members, id)
    elseif before and before.sent > 0 then
      local after = member(id)
      after.unconfirmed = before.unconfirmed + before.sent
      after.cost = before.cost + before.sent_cost
      after.sent, after.sent_tokens, after.sent_cost = 0, 0, 0
      keep(id, before, after)
    end
    redis.call('ZREM', leases, id)
  end
end

local function sums()
  local found = redis.call('HMGET', account, unpack(SUMS))
  local sum = {}
  for place, name in ipairs(SUMS) do sum[name] = tonumber(found[place]) or 0 end
  return sum
end

-- Says whether one more call may go, must wait for what calls in flight turn out to be, or may not go.
local function verdict(sum, peak, each)
  local limits = asked.limits
  local calls = sum.calls + sum.unconfirmed
  if limits.calls and calls >= limits.calls then return 'full' end
  if limits.tokens and sum.tokens >= limits.tokens then return 'full' end
  if limits.cost and (sum.cost >= limits.cost or sum.cost + each.cost > limits.cost) then return 'full' end
  if sum.sent == 0 then return 'go' end
  if limits.calls and calls + sum.sent >= limits.calls then return 'wait' end
  -- What calls consume is only estimated: beside others, a call needs room for twice that.
  if limits.tokens and (not peak or sum.tokens + 2 * sum.sent_tokens >= limits.tokens) then return 'wait' end
  if limits.cost then
    local held = sum.sent_cost + each.cost
    if asked.rate > 0 then held = peak and 2 * held or math.huge end
    if sum.cost + held > limits.cost then return 'wait' end
  end
  return 'go'
end

-- The currencies that calls were priced in, as 'EUR, USD'; false before the first of them.
local function note_currency(known)
  if asked.fixed == 0 and asked.rate == 0 then return known end
  if known and string.find(', ' .. known .. ', ', ', ' .. asked.currency .. ', ', 1, true) then return known end
  known = known and known .. ', ' .. asked.currency or asked.currency
  redis.call('HSET', account, 'currency', known)
  return known
end

local function exchange()
  if asked.count > 0 and asked.begins and (now < asked.begins or now >= asked.ends) then return {'period', now} end
  if not asked.seeds and redis.call('EXISTS', account) == 0 then return {'unknown', now} end
  expire()
  for id, seed in pairs(asked.seeds or {}) do
    if redis.call('HEXISTS', members, id) == 0 then
      for _, name in ipairs(SUMS) do seed[name] = seed[name] or 0 end
      seed.holder, seed.sequence = '', 0
      keep(id, NOTHING, seed)
    end
  end
  local before = member(asked.member)
  if before then
    local other = before.holder ~= asked.holder
    if other and before.holder ~= '' and asked.heard then return {'superseded', now} end
    if not other and asked.sequence < before.sequence then return {'superseded', now} end
  end
  before = before or NOTHING

  local currency = redis.call('HGET', account, 'currency')
  if asked.count > 0 and asked.limits.cost and currency and currency ~= asked.currency then
    return {'currency', now, currency}
  end
  for kind, tokens in pairs(asked.peaks) do
    if tokens > (tonumber(redis.call('HGET', peaks, kind)) or -1) then redis.call('HSET', peaks, kind, whole(tokens)) end
  end
  local peak = not asked.reports and 0 or tonumber(redis.call('HGET', peaks, asked.kind))
  local each = {tokens = peak or 0, cost = asked.fixed + math.ceil((peak or 0) * asked.rate / 1000)}

  local after = asked.state
  local sum = sums()
  for _, name in ipairs(SUMS) do sum[name] = sum[name] + after[name] - before[name] end
  local granted, said = 0, 'go'
  while granted < asked.count do
    said = verdict(sum, peak, each)
    if said ~= 'go' then break end
    granted = granted + 1
    for _, one in ipairs({sum, after}) do
      one.sent, one.sent_tokens = one.sent + 1, one.sent_tokens + each.tokens
      one.sent_cost = one.sent_cost + each.cost
    end
  end
  if granted > 0 then currency = note_currency(currency) end
  after.holder, after.sequence, after.done = asked.holder, asked.sequence, asked.done
  keep(asked.member, before, after)
  redis.call('HSET', account, 'known', 1)
  if after.sent > 0 or after.done then
    redis.call('ZADD', leases, whole(now + asked.lease), asked.member)
  else
    redis.call('ZREM', leases, asked.member)
  end
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, asked.kept) end
  -- Two currencies are never added: what both have come to is told to nobody.
  local cost = currency and string.find(currency, ', ', 1, true) and 0 or sum.cost
  return {said, now, granted, each.tokens, each.cost,
          sum.calls, sum.unreported, sum.unconfirmed, sum.tokens, cost, sum.sent}
end

-- Who is the first to say so tells people; of an account without seeds, for it need not be known.
local function claim()
  local first = redis.call('HSETNX', account, 'notice ' .. asked.notice, 1) == 1
  redis.call('EXPIRE', account, asked.kept)
  return {first and 'go' or 'known', now}
end

---------------------------------------------------------------------------------------------------------------------
-- Pace: when the next request may leave, and until when none may. An epoch ends when the service asks to be left
-- alone: places that were handed out in it and lie ahead are void.

local pace = KEYS[1]

local function paced()
  local found = redis.call('HMGET', pace, 'next', 'closed', 'epoch')
  return tonumber(found[1]) or 0, tonumber(found[2]) or 0, tonumber(found[3]) or 0
end

local function remember(epoch)
  redis.call('HSET', pace, 'epoch', epoch)
  redis.call('EXPIRE', pace, asked.kept)
end

local function place()
  local following, closed, epoch = paced()
  if closed > now then return {'closed', now, closed - now, epoch} end
  if asked.interval == 0 then return {'go', now, 0, epoch, asked.count} end
  -- Further ahead than this nothing is handed out, unless the clock of Redis was set back.
  following = math.max(now, math.min(following, now + asked.horizon + asked.interval))
  local ahead = following - now
  if ahead > asked.horizon then return {'later', now, ahead - asked.horizon, epoch} end
  local count = math.min(asked.count, math.floor((asked.horizon - ahead) / asked.interval) + 1)
  redis.call('HSET', pace, 'next', whole(following + count * asked.interval))
  remember(epoch)
  return {'go', now, ahead, epoch, count}
end

local function confirm()
  local _, closed, epoch = paced()
  return {(closed > now or epoch ~= asked.epoch) and 'void' or 'go', now}
end

local function close()
  local _, closed, epoch = paced()
  local til = now + asked.pause
  if til > closed then
    redis.call('HSET', pace, 'closed', whole(til), 'next', whole(math.max(til, now + asked.interval)))
    -- One sign is enough: who is told while it is closed tells nothing new.
    remember(closed > now and epoch or epoch + 1)
  end
  return {'go', now}
end

return ({exchange = exchange, claim = claim, place = place, confirm = confirm, close = close})[ARGV[1]]()
