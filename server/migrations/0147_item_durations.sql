-- works with 0116
-- How long a track or video is, in milliseconds; null until a source reports it.
alter table items add column duration_ms int;
