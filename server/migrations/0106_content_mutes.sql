-- works with 0099
-- Words, artists, and channels that a user has muted, for good or until a time.
create table content_mutes (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  word text,
  -- The word in lower case, so that each is muted once.
  word_key text,
  item_id uuid references items (id) on delete cascade,
  until timestamptz,
  muted_at timestamptz not null,
  check ((word is null) = (word_key is null) and (word is null) <> (item_id is null))
);
create unique index content_mutes_word on content_mutes (uid, word_key) where word_key is not null;
create unique index content_mutes_item on content_mutes (uid, item_id) where item_id is not null;
create index content_mutes_of_item on content_mutes (item_id) where item_id is not null;
create index content_mutes_until on content_mutes (until) where until is not null;
