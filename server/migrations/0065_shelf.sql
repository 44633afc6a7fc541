-- works with 0064
-- The shelf of a conversation reads only the messages that share something. On a large installation create the index beforehand
-- with "create index concurrently".
create index if not exists messages_shared on messages (chat_id, seq desc)
  where deleted_at is null and (content like '%://%' or reference_item <> '[]');

-- What a user has played here, by its id at the platform.
create table played_items (
  uid uuid not null references people (uid) on delete cascade,
  platform text not null check (platform in ('spotify', 'youtube')),
  external_id text not null,
  played_at timestamptz not null,
  primary key (uid, platform, external_id)
);
