-- works with 0064
-- Groups are chats with up to 50 members. `members` is what a message is checked against while the chat is locked, as the pair is
-- in chats of two, which leave it empty.
alter table chats add column members uuid[];
alter table chat_members
  -- Empty in chats of two; otherwise owner, admin, member or invited.
  add column role text,
  add column invited_by uuid,
  add column joined_at timestamptz,
  -- When `read_seq` last moved, in groups.
  add column read_at timestamptz;

create table chat_groups (
  chat_id uuid primary key references chats (id) on delete cascade,
  name text not null,
  description text not null default '',
  picture uuid references uploads (id) on delete set null,
  created_at timestamptz not null
);
create index chat_groups_picture on chat_groups (picture) where picture is not null;

create or replace function store_messages(
  chat_ids uuid[], ids uuid[], senders uuid[], types text[], contents text[], reference_items text[], medias text[], sent_ats timestamptz[],
  out stored bigint[], out seqs bigint[], out repeated bigint[]
)
language plpgsql
-- The kept plan may be made while the tables are small, when reading all of them looks cheap.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  repeated := '{}';
  for attempt in 1 .. 2 loop
    begin
      with given as materialized (
        select chat_id, id, sender, type, content, reference_item, media, sent_at, place
        from unnest(chat_ids, ids, senders, types, contents, reference_items, medias, sent_ats)
          with ordinality as given (chat_id, id, sender, type, content, reference_item, media, sent_at, place)
        where place <> all (repeated)
      ), added as materialized (
        select chat_id, count(*) as count, max(sent_at) as latest, array_agg(sender) as senders from given group by chat_id order by chat_id
      ), bumped as (
        -- Only for senders who are members. Chats are locked by counting on, in the order of their ids, so that two processes do not
        -- wait for each other in a circle.
        update chats set last_seq = chats.last_seq + added.count, last_at = added.latest
        from added
        where chats.id = added.chat_id and (chats.members is not null or (chats.low_uid is not null and chats.high_uid is not null))
          and added.senders <@ coalesce(chats.members, array[chats.low_uid, chats.high_uid])
        returning chats.id, chats.last_seq - added.count as base
      ), numbered as (
        select given.*, bumped.base + row_number() over (partition by given.chat_id order by given.place) as seq
        from given join bumped on bumped.id = given.chat_id
      ), inserted as (
        insert into messages (chat_id, seq, id, sender, type, content, reference_item, media, sent_at)
        select chat_id, seq, id, sender, coalesce(type, 'text'), content, coalesce(reference_item, '[]')::jsonb, coalesce(media, '[]')::jsonb,
          sent_at
        from numbered
      )
      select coalesce(array_agg(place), '{}'), coalesce(array_agg(seq), '{}') from numbered into stored, seqs;
      exit;
    exception when unique_violation then
      if attempt = 2 then raise; end if;
      repeated := places_of_repeats(ids, senders, '{}');
    end;
  end loop;
  -- A repeat whose chat or person is gone meanwhile was left out without an error.
  if cardinality(stored) + cardinality(repeated) < cardinality(ids) then
    repeated := repeated || places_of_repeats(ids, senders, stored || repeated);
  end if;
end
$$;
