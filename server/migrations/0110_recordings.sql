-- works with 0099
-- Recordings of voice messages are uploads, too, with a waveform. The length and the format are known once all parts have arrived.
alter table uploads
  add column waveform smallint[],
  add column duration_ms integer,
  add column format text;

-- What has arrived of a recording, except its last part: with that one the file is written, and these rows go.
create table upload_parts (
  upload_id uuid not null references uploads (id) on delete cascade,
  start integer not null,
  bytes bytea not null,
  primary key (upload_id, start)
);
