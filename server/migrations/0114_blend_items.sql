-- works with 0113
-- When an item came into a mix of a blend, and whose it was: it counts as brought by them after the mix has changed. It goes with the
-- membership.
create table blend_items (
  blend_id uuid not null,
  item_id uuid not null references items (id) on delete cascade,
  uid uuid not null,
  mixed_at timestamptz not null,
  primary key (blend_id, item_id),
  foreign key (blend_id, uid) references blend_members (blend_id, uid) on delete cascade
);
create index blend_items_item on blend_items (item_id);
create index blend_items_member on blend_items (blend_id, uid);
