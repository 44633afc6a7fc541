-- What pictures hang on decides who sees them; a second, smaller size; what is said about them.
alter table uploads
  add column small_path text,
  -- Base64 of about 25 bytes; null for pictures of before.
  add column thumbhash text,
  add column alt text not null default '',
  -- `arriving` until its bytes are in the file store, `leaving` until they are out of it again: a crash leaves no file without a row.
  add column state text not null default 'stored' check (state in ('arriving', 'stored', 'leaving')),
  -- The moment or message it hangs on; null for pictures of profiles and for those that hang on nothing yet.
  add column held_by text check (held_by in ('moment', 'message')),
  add column holder_id uuid,
  add column place smallint not null default 0,
  add check ((held_by is null) = (holder_id is null));

create index uploads_holder on uploads (holder_id, place) where holder_id is not null;
create index uploads_loose on uploads (created_at) where holder_id is null;
create index uploads_passing on uploads (created_at) where state <> 'stored';
