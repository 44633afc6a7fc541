-- works with 0065
-- Folders of saved items: ordered lists with a note for each item.
create table folders (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  name text not null,
  -- The moment that shows the folder to others; without one, only its owner sees it.
  moment_id uuid references moments (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- A deleted folder can be restored for a while.
  deleted_at timestamptz
);
create index folders_uid on folders (uid, changed_at desc);
create index folders_moment on folders (moment_id) where moment_id is not null;

create table folder_items (
  id uuid primary key,
  folder_id uuid not null references folders (id) on delete cascade,
  place integer not null,
  -- { link, platform, kind, id }, as it was recognized when it was saved.
  link jsonb not null,
  -- What the link leads to: the same item is in a folder once.
  target text not null,
  note text not null default '',
  added_at timestamptz not null,
  unique (folder_id, target)
);
