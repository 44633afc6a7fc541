-- The function now answers with the places only: its caller has the messages, and reading fourteen columns of each back was
-- a good part of what storing one costs the server. A repeat is told apart, and read by its sender and id.
drop function store_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], timestamptz[]);

create function store_messages(
  chat_ids uuid[], ids uuid[], senders uuid[], types text[], contents text[], reference_items text[], medias text[], sent_ats timestamptz[]
) returns table (place bigint, repeated boolean, seq bigint)
language plpgsql
-- The kept plan may be made while the tables are small, when reading all of them looks cheap.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with given as materialized (
    select chat_id, id, sender, type, content, reference_item::jsonb as reference_item, media::jsonb as media, sent_at, place
    from unnest(chat_ids, ids, senders, types, contents, reference_items, medias, sent_ats)
      with ordinality as given (chat_id, id, sender, type, content, reference_item, media, sent_at, place)
  ), earlier as materialized (
    select given.place, messages.seq from given join messages on messages.sender = given.sender and messages.id = given.id
  ), fresh as materialized (
    select * from given where not exists (select 1 from earlier where earlier.place = given.place)
  ), added as materialized (
    select chat_id, count(*) as count, max(sent_at) as latest from fresh group by chat_id
  ), locked as materialized (
    select chats.id from chats
    where chats.id in (select chat_id from added) and chats.low_uid is not null and chats.high_uid is not null
    order by chats.id for update
  ), bumped as (
    update chats set last_seq = chats.last_seq + added.count, last_at = added.latest
    from added, locked
    where chats.id = added.chat_id and chats.id = locked.id
    returning chats.id, chats.last_seq - added.count as base
  ), numbered as (
    select fresh.*, bumped.base + row_number() over (partition by fresh.chat_id order by fresh.place) as seq
    from fresh join bumped on bumped.id = fresh.chat_id
  ), stored as (
    insert into messages (chat_id, seq, id, sender, type, content, reference_item, media, sent_at)
    select chat_id, seq, id, sender, type, content, reference_item, media, sent_at from numbered
  )
  select numbered.place, false, numbered.seq from numbered
  union all
  select earlier.place, true, earlier.seq from earlier;
end
$$;
