-- What each source says a thing is, null where it says nothing: a field of the platform itself, YouTube's topics, the words of
-- listeners (Last.fm, MusicBrainz), the starter catalogue, and for tracks and videos what their artist or channel is. What is
-- worked out from people's taste (`inferred_bars`) stands apart, after all of them.
alter table items
  add column field_bars text[],
  add column topic_bars text[],
  add column tag_bars text[],
  add column catalogue_bars text[],
  add column maker_bars text[],
  -- Which of them `bars` comes from; null where nobody has said it.
  add column bars_source text,
  -- When the platform said its field or topics last: that may not be kept for ever.
  add column told_at timestamptz,
  -- When a directory of tags was asked about it last. `bars_asked_at` told of fewer things, and is no longer read or written.
  add column tags_asked_at timestamptz;

-- The order of the sources stands here and nowhere else, so that no writer can get it wrong: whoever writes what one of them says
-- leaves the others' words alone, and the surest one counts.
create function items_bars() returns trigger language plpgsql as $$
begin
  new.bars := coalesce(new.field_bars, new.topic_bars, new.tag_bars, new.catalogue_bars, new.maker_bars,
    -- Bars of before had no source: they stay until one speaks.
    case when old.bars_source is null then new.bars else '{}' end);
  new.bars_source := case
    when new.field_bars is not null then 'field'
    when new.topic_bars is not null then 'topics'
    when new.tag_bars is not null then 'tags'
    when new.catalogue_bars is not null then 'catalogue'
    when new.maker_bars is not null then 'maker'
  end;
  return new;
end
$$;
create trigger items_bars before insert or update of field_bars, topic_bars, tag_bars, catalogue_bars, maker_bars on items
  for each row execute function items_bars();

create index if not exists items_by_maker on items (kind, by_key) where by_key <> '';
create index if not exists items_to_ask_about on items (tags_asked_at nulls first, known_rank nulls first, created_at)
  where kind = 'artist' and field_bars is null and topic_bars is null and tag_bars is null;
drop index items_without_bars;
