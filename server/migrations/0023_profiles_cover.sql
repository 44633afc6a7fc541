-- The wide picture above a profile, and the one track or video that its owner shows first.
alter table profiles
  add column cover_id uuid references uploads (id) on delete set null,
  add column pinned_item_id uuid references items (id) on delete set null;

create index profiles_cover on profiles (cover_id) where cover_id is not null;
create index profiles_pinned_item on profiles (pinned_item_id) where pinned_item_id is not null;
