-- Stores first and looks for repeats only where storing fails or leaves something out: nearly no message is one, and looking for all
-- of them took an eighth of the time. Three of the arrays may be empty where every message has what most have. The answer is one row,
-- filled in a variable: rows handed out before a unique violation would stay handed out.
drop function store_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], timestamptz[]);

create function store_messages(
  chat_ids uuid[], ids uuid[], senders uuid[], types text[], contents text[], reference_items text[], medias text[], sent_ats timestamptz[],
  -- Places are those of the arrays, from 1; `seqs` belong to the places of `stored`.
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
        -- Only for senders who are one of the chat's two people. Chats are locked by counting on, in the order of their ids, so that
        -- two processes do not wait for each other in a circle.
        update chats set last_seq = chats.last_seq + added.count, last_at = added.latest
        from added
        where chats.id = added.chat_id and chats.low_uid is not null and chats.high_uid is not null
          and added.senders <@ array[chats.low_uid, chats.high_uid]
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

-- Where in these arrays messages stand that are stored already, but for the places that are known.
create function places_of_repeats(ids uuid[], senders uuid[], known bigint[]) returns bigint[]
language sql stable
set enable_seqscan = off
as $$
  select coalesce(array_agg(place), '{}')
  from unnest(ids, senders) with ordinality as given (id, sender, place) join messages using (sender, id)
  where place <> all (known)
$$;
