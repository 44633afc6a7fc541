-- works with 0051
-- What is asked of the database before a message may be stored, as functions, as storing messages is one: their plans are kept by the
-- session. Planned anew for each first message they took longer than everything else about it. What each does stands at its caller:
-- `pairChats`, `standings` and `findPairs`. Sequential scans are off because a plan may be made while the tables are small, when reading
-- all of them looks cheap.
create function pair_chats(ids uuid[], lows uuid[], highs uuid[], at timestamptz) returns table (id uuid, low uuid, high uuid)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with made as (
    insert into chats (id, low_uid, high_uid, last_seq, request, created_at)
    select given.id, low.uid, high.uid, 0, 'none', at
    from unnest(ids, lows, highs) as given (id, low, high)
    join people as low on low.uid = given.low
    join people as high on high.uid = given.high
    -- In one order, so that two processes never wait for each other in a circle; and nobody is deleted meanwhile.
    order by given.low, given.high for key share of low, high
    -- Updating to the same value makes the other process's row come back; "do nothing" would return none.
    on conflict (low_uid, high_uid) do update set low_uid = excluded.low_uid
    returning chats.id, low_uid, high_uid
  ), members as (
    insert into chat_members (chat_id, uid, read_seq)
    select made.id, member.uid, 0 from made cross join lateral (values (made.low_uid), (made.high_uid)) as member (uid)
    on conflict do nothing
  )
  select made.id, made.low_uid, made.high_uid from made;
end
$$;

create function chat_standings(mes uuid[], others uuid[]) returns table (
  me uuid, other uuid, chat_id uuid, last_seq bigint, request text, asked_by uuid, is_archived boolean,
  other_muted_until timestamptz, other_archived boolean
)
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select given.me, given.other, chats.id, chats.last_seq, chats.request, chats.asked_by, mine.archived_at is not null,
    theirs.muted_until, theirs.archived_at is not null
  from unnest(mes, others) as given (me, other)
  join chats on chats.low_uid = least(given.me, given.other) and chats.high_uid = greatest(given.me, given.other)
  join chat_members as mine on mine.chat_id = chats.id and mine.uid = given.me
  join chat_members as theirs on theirs.chat_id = chats.id and theirs.uid = given.other;
end
$$;

create function connections_between(lows uuid[], highs uuid[]) returns setof connections
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select connections.* from unnest(lows, highs) as given (low, high)
  join connections on connections.low_uid = given.low and connections.high_uid = given.high;
end
$$;
