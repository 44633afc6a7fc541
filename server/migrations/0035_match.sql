-- What somebody keeps to themselves may still count for their figures, when they say so: then others see the figure in
-- coarse steps and never the thing.
alter table taste_sources add column counts_silently boolean not null default false;

-- Things somebody does not want to be shown again among discoveries.
create table taste_less_like (
  uid uuid not null references people (uid) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  created_at timestamptz not null,
  primary key (uid, item_id)
);
create index taste_less_like_item on taste_less_like (item_id);

-- Things somebody kept from discoveries for later.
create table taste_saved (
  uid uuid not null references people (uid) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  created_at timestamptz not null,
  primary key (uid, item_id)
);
create index taste_saved_item on taste_saved (item_id);
create index taste_saved_newest on taste_saved (uid, created_at desc, item_id);
