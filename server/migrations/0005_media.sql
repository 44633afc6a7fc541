-- The catalogue: artists, tracks, channels and videos, each once however many sources speak of it.
create extension if not exists pg_trgm;

create table items (
  id uuid primary key,
  kind text not null check (kind in ('artist', 'track', 'channel', 'video')),
  name text not null,
  -- The artist of a track, the channel of a video.
  by_name text,
  -- Names as they are compared (name-key.ts). Not unique: two artists can share a name.
  name_key text not null,
  by_key text not null default '',
  -- What players and links understand. An artist's YouTube id is its "Artist - Topic" channel.
  spotify_id text,
  youtube_id text,
  -- Bars of the taste print: genres of artists and tracks, topics of channels and videos. Empty while nothing is known.
  bars text[] not null default '{}',
  -- Place among the best known things of its kind, from 1; null for everything that was not shipped with the starter catalogue.
  known_rank integer,
  created_at timestamptz not null
);

create index items_by_name on items (kind, name_key, by_key);
create index items_similar_name on items using gin (name_key gin_trgm_ops);
create index items_best_known on items (kind, known_rank) where known_rank is not null;

-- Every id an item is known by at a source: one track stands on several albums, each with an id of its own.
create table item_ids (
  kind text not null,
  source text not null check (source in ('spotify', 'youtube')),
  external_id text not null,
  item_id uuid not null references items (id) on delete cascade,
  primary key (kind, source, external_id)
);

create index item_ids_item on item_ids (item_id);

-- Which starter catalogue has been written, by its hash: a start with the same one has nothing to do.
create table media_seeds (
  name text primary key,
  hash text not null,
  written_at timestamptz not null
);
