-- works with 0052
-- All artists of a track, in the order of the platform. The artist's id at the platform is in `item_ids`.
create table track_artists (
  track_id uuid not null references items (id) on delete cascade,
  -- 1 is the main artist.
  place smallint not null check (place > 0),
  artist_id uuid not null references items (id) on delete cascade,
  primary key (track_id, place)
);
create index track_artists_artist on track_artists (artist_id);

-- The ISRC identifies a recording on every platform. A later migration validates the check.
alter table item_ids drop constraint item_ids_source_check;
alter table item_ids add constraint item_ids_source_known check (source in ('spotify', 'youtube', 'isrc')) not valid;
