-- works with 0083
-- Messages that the members of a conversation have pinned for all of them.
create table pinned_messages (
  chat_id uuid not null,
  seq bigint not null,
  pinned_by uuid references people (uid) on delete set null,
  pinned_at timestamptz not null,
  primary key (chat_id, seq),
  foreign key (chat_id, seq) references messages (chat_id, seq) on delete cascade
);
create index pinned_messages_pinned_by on pinned_messages (pinned_by) where pinned_by is not null;

-- Messages that a member has starred for themselves. They go when the member leaves.
create table starred_messages (
  chat_id uuid not null,
  uid uuid not null,
  seq bigint not null,
  starred_at timestamptz not null,
  primary key (chat_id, uid, seq),
  foreign key (chat_id, uid) references chat_members (chat_id, uid) on delete cascade
);
create index starred_messages_latest on starred_messages (uid, starred_at desc, chat_id desc, seq desc);

-- A member has marked the conversation as unread until they open it again.
alter table chat_members add column marked_unread boolean not null default false;
