-- works with 0069
-- Invitations to a group by link.
create table group_links (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  code text not null unique,
  created_by uuid references people (uid) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How many may still join by it.
  uses_left int not null check (uses_left >= 0)
);
create index group_links_chat on group_links (chat_id);
create index group_links_created_by on group_links (created_by) where created_by is not null;
