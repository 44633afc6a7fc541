-- works with 0083
-- The blend of a group: all members of the group are in it, invited until they agree. Who leaves the group leaves the blend in the same
-- transaction.
alter table blends add column chat_id uuid references chats (id) on delete cascade;
create unique index if not exists blends_chat on blends (chat_id) where chat_id is not null;
alter table blend_members
  add column chat_id uuid,
  add constraint blend_members_of_group foreign key (chat_id, uid) references chat_members (chat_id, uid) on delete cascade not valid;
create index if not exists blend_members_chat on blend_members (chat_id, uid) where chat_id is not null;
