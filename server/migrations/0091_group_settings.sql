-- works with 0090
-- What the owner and admins decide about new members, and how fast members write.
alter table chat_groups
  add column needs_approval boolean not null default false,
  -- Seconds between two messages of a member; 0 for none.
  add column slow_seconds int not null default 0,
  -- Hours for which new members only read; 0 until an admin allows them to write; null for none.
  add column read_only_hours int;
alter table chat_members
  -- A member who only reads may write from then on.
  add column writes_from timestamptz,
  -- The latest message that slow mode let pass, and when.
  add column turn_id uuid,
  add column turn_at timestamptz;

-- Users who asked to join a group by a link, and wait for the owner or an admin.
create table group_requests (
  chat_id uuid not null references chats (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  code text not null,
  asked_at timestamptz not null,
  -- Declined requests look the same to who asked, and keep them from asking again.
  declined_at timestamptz,
  -- A declined request that was withdrawn stays, too.
  withdrawn boolean not null default false,
  primary key (chat_id, uid)
);
create index group_requests_uid on group_requests (uid);
