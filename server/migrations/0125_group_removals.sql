-- works with 0116
-- Users whom the owner or an admin removed from a group: links don't let them in again. Joining by an invitation deletes the row.
create table group_removals (
  chat_id uuid not null references chats (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  removed_at timestamptz not null,
  primary key (chat_id, uid)
);
create index group_removals_uid on group_removals (uid);
