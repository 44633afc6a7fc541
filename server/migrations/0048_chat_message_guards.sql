-- A message looked up its chat and its sender twice: once where it is stored, which holds the chat's row while both of its people
-- are there, and once more for each of two foreign keys, in whose place triggers now do what goes with a chat or a person.
-- Whoever deletes a person waits for the rows of their chats (`low_uid`, `high_uid`), and with them for every message that is
-- being stored in them; triggers go in the order of their names, and these come after those of the foreign keys.
create function delete_messages_of_chat() returns trigger language plpgsql as $$
begin
  delete from messages where chat_id = old.id;
  return null;
end
$$;
create trigger delete_messages_of_chat after delete on chats for each row execute function delete_messages_of_chat();

create function empty_sender_of_messages() returns trigger language plpgsql as $$
begin
  update messages set sender = null where sender = old.uid;
  return null;
end
$$;
create trigger empty_sender_of_messages after delete on people for each row execute function empty_sender_of_messages();

-- Last of what locks: chats before messages, as whoever stores a message takes them.
alter table messages drop constraint messages_chat_id_fkey, drop constraint messages_sender_fkey;

-- As before, but only for senders who are one of the chat's two people, and with the chats locked by counting on: in the order of
-- their ids as well, so that two processes do not wait for each other in a circle.
create or replace function store_messages(
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
    select chat_id, id, sender, type, content, reference_item, media, sent_at, place
    from unnest(chat_ids, ids, senders, types, contents, reference_items, medias, sent_ats)
      with ordinality as given (chat_id, id, sender, type, content, reference_item, media, sent_at, place)
  ), earlier as materialized (
    select given.place, messages.seq from given join messages on messages.sender = given.sender and messages.id = given.id
  ), fresh as materialized (
    select * from given where not exists (select 1 from earlier where earlier.place = given.place)
  ), added as materialized (
    select chat_id, count(*) as count, max(sent_at) as latest, array_agg(sender) as senders from fresh group by chat_id order by chat_id
  ), bumped as (
    update chats set last_seq = chats.last_seq + added.count, last_at = added.latest
    from added
    where chats.id = added.chat_id and chats.low_uid is not null and chats.high_uid is not null
      and added.senders <@ array[chats.low_uid, chats.high_uid]
    returning chats.id, chats.last_seq - added.count as base
  ), numbered as (
    select fresh.*, bumped.base + row_number() over (partition by fresh.chat_id order by fresh.place) as seq
    from fresh join bumped on bumped.id = fresh.chat_id
  ), stored as (
    insert into messages (chat_id, seq, id, sender, type, content, reference_item, media, sent_at)
    select chat_id, seq, id, sender, type, content, reference_item::jsonb, media::jsonb, sent_at from numbered
  )
  select numbered.place, false, numbered.seq from numbered
  union all
  select earlier.place, true, earlier.seq from earlier;
end
$$;
