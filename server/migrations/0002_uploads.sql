-- Pictures that people uploaded, as stored: re-encoded, without metadata. The bytes are in the file store under `path`.
create table uploads (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  path text not null unique,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null
);

create index uploads_uid on uploads (uid);
