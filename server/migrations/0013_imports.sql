-- Taste from more places: profiles linked by name, and files people bring.
alter table taste_sources drop constraint taste_sources_source_check;
alter table taste_sources add constraint taste_sources_source_check check (
  source in ('spotify', 'youtube', 'listenbrainz', 'lastfm', 'spotify_file', 'youtube_file', 'listenbrainz_file', 'picks')
);
-- Whether a linked name was proven to be the person's own.
alter table taste_sources add column verified boolean not null default false;
-- The process that renews the tokens holds this lease; the others wait for what it stores.
alter table taste_sources add column renewing_until timestamptz;
-- Since when the provider refuses us; what was read is deleted a fixed time after it.
alter table taste_sources add column refused_since timestamptz;

create index taste_sources_synced on taste_sources (source, synced_at);

-- What the person chose before they left for the provider; null where they chose nothing.
alter table oauth_states add column shown_to text check (shown_to in ('everyone', 'buddies', 'only_me'));
alter table oauth_states add column counts_for_matching boolean;

-- Files on their way into somebody's taste. The bytes lie in the file store and are deleted when the import is over.
create table imports (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  file_name text not null,
  bytes integer not null check (bytes > 0),
  parts_received integer not null default 0,
  status text not null check (status in ('uploading', 'waiting', 'reading', 'done', 'repeated', 'failed', 'cancelled')),
  source text check (source in ('spotify_file', 'youtube_file', 'listenbrainz_file')),
  -- Counts the attempts to read it; whoever reads names theirs, and an older one stops.
  attempt integer not null default 0,
  progress real not null default 0,
  summary jsonb,
  problem text,
  -- SHA-256 of the content: the same file again adds nothing.
  hash text,
  shown_to text check (shown_to in ('everyone', 'buddies', 'only_me')),
  counts_for_matching boolean,
  begun_at timestamptz not null,
  changed_at timestamptz not null,
  finished_at timestamptz
);

create index imports_person on imports (uid, begun_at);
create unique index imports_one_at_a_time on imports (uid) where status in ('uploading', 'waiting', 'reading');
create unique index imports_once on imports (uid, hash) where status = 'done';

-- What files said, summed up by week so that two exports of the same years count once. Nothing finer is kept.
create table imported_plays (
  uid uuid not null,
  source text not null,
  item_id uuid not null references items (id) on delete cascade,
  -- One number a week: the count of seven days since 1970 (0 where the file told no time), shifted by 18 bits, and the plays.
  weeks integer[] not null default '{}',
  -- Saved, followed or subscribed.
  kept boolean not null default false,
  primary key (uid, source, item_id),
  foreign key (uid, source) references taste_sources (uid, source) on delete cascade
);

create index imported_plays_item on imported_plays (item_id);

-- Units of a provider's daily quota that were spent, by the provider's own day.
create table quota_days (
  name text not null,
  day date not null,
  units integer not null,
  primary key (name, day)
);
