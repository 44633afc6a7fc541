-- works with 0084
-- Plays that stay out, whatever reports them: deleted ones and those of private sessions. `from_at` and `to_at` are minutes
-- since 1970; without an item all plays between them are meant.
create table play_exclusions (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  item_id uuid references items (id) on delete cascade,
  from_at integer not null,
  to_at integer not null,
  -- 'deleted' or 'private'
  reason text not null,
  created_at timestamptz not null
);
create index play_exclusions_uid on play_exclusions (uid);
create index play_exclusions_item on play_exclusions (item_id);

-- Items that a user hides from their plays.
create table hidden_plays (
  uid uuid not null references people (uid) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  hidden_at timestamptz not null,
  primary key (uid, item_id)
);
create index hidden_plays_item on hidden_plays (item_id);

-- Whether the times of the plays were stored. A file from before can be imported again, which its hash would prevent.
alter table imports add column has_times boolean not null default false;
