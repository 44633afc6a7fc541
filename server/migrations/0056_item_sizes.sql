-- works with 0052
-- How many love an item everywhere, as each provider counts it: followers, subscribers, listeners. What is rare follows from it
-- before enough users are here to tell.
create table item_sizes (
  item_id uuid not null references items (id) on delete cascade,
  unit text not null,
  count bigint not null check (count >= 0),
  -- When the provider last reported it: it may not be stored for ever.
  told_at timestamptz not null,
  primary key (item_id, unit)
);
create index item_sizes_told on item_sizes (told_at);
