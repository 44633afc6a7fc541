-- Storing messages as a function: its plan is kept by the session. Planned anew for every commit it cost more than the
-- storing itself, 3 ms of CPU in the embedded database. What it does stands at its caller, `writeMessages`.
create function store_messages(
  chat_ids uuid[], ids uuid[], senders uuid[], types text[], contents text[], reference_items text[], medias text[], sent_ats timestamptz[]
) returns table (
  place bigint, repeated boolean, chat_id uuid, seq bigint, id uuid, sender uuid, type text, content text, reference_item jsonb, media jsonb,
  sent_at timestamptz, edited_at timestamptz, deleted_at timestamptz, change_seq bigint
)
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
    select given.place, messages.* from given join messages on messages.sender = given.sender and messages.id = given.id
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
  select numbered.place, false, numbered.chat_id, numbered.seq, numbered.id, numbered.sender, numbered.type, numbered.content,
    numbered.reference_item, numbered.media, numbered.sent_at, null::timestamptz, null::timestamptz, null::bigint
  from numbered
  union all
  select earlier.place, true, earlier.chat_id, earlier.seq, earlier.id, earlier.sender, earlier.type, earlier.content,
    earlier.reference_item, earlier.media, earlier.sent_at, earlier.edited_at, earlier.deleted_at, earlier.change_seq
  from earlier;
end
$$;
