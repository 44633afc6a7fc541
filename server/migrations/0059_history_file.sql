-- works with 0052
-- A further source: history files of services without a source of their own (Last.fm, Libre.fm, Maloja, Apple Music and others).
alter table taste_sources drop constraint taste_sources_source_check;
alter table taste_sources add constraint taste_sources_source_known check (
  source in ('spotify', 'youtube', 'listenbrainz', 'lastfm', 'spotify_file', 'youtube_file', 'listenbrainz_file', 'history_file', 'picks')
) not valid;
alter table imports drop constraint imports_source_check;
alter table imports add constraint imports_source_known check (
  source in ('spotify_file', 'youtube_file', 'listenbrainz_file', 'history_file')
) not valid;

alter table item_ids validate constraint item_ids_source_known;
