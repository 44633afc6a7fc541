-- works with 0052
-- Files that nobody can see any more and that are still in the file store. A row is written in the transaction that deletes what the
-- file belonged to, and goes once the file is gone: deleting anything never depends on the file store.
create table file_deletions (
  -- A file, or a folder with everything in it.
  path text primary key,
  is_folder boolean not null,
  -- How many files are known to be under it.
  files integer not null,
  -- Whose account was deleted; null for a single picture or import. No foreign key: the person is gone by then.
  owner uuid,
  attempts integer not null default 0,
  created_at timestamptz not null
);

create index file_deletions_owner on file_deletions (owner) where owner is not null;
