-- works with 0052
-- Each of several servers asks every few seconds which chats have moved: a bus may lose what it should deliver. An index on
-- chats.last_at would make every message write a new entry into all indexes of its chat. An index of page ranges on the messages
-- does not know the latest pages before the next vacuum, which are the ones that are asked for.
create index if not exists messages_sent_at on messages (sent_at);
create index if not exists chats_changed_at on chats (changed_at) where changed_at is not null;

-- Sequential scans are off because the statistics never know the newest rows.
create function chats_moved_since(since timestamptz)
returns table (chat_id uuid, last_seq bigint, change_seq bigint, members uuid[])
language plpgsql stable
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select chats.id, chats.last_seq, chats.change_seq, array(select uid from chat_members where chat_members.chat_id = chats.id)
  from (
    select messages.chat_id as id from messages where sent_at > since
    union
    select chats.id from chats where changed_at > since
  ) as moved
  join chats on chats.id = moved.id;
end
$$;
