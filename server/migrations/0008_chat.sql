-- Conversations and their messages.
-- A chat of two is found by its pair; later kinds of chat leave the pair empty and live by their members alone.
-- When an account is deleted the other side keeps the conversation, with nobody behind the other name.
create table chats (
  id uuid primary key,
  low_uid uuid references people (uid) on delete set null,
  high_uid uuid references people (uid) on delete set null,
  -- The sequence of the newest message: counts up by one with each, without holes.
  last_seq bigint not null default 0,
  last_at timestamptz,
  created_at timestamptz not null,
  unique (low_uid, high_uid),
  check (low_uid < high_uid)
);

create index chats_high_uid on chats (high_uid);

create table chat_members (
  chat_id uuid not null references chats (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  -- Everything up to here was seen by this member; it never goes back.
  read_seq bigint not null default 0,
  -- Set once this member has opened the chat: it is then listed for them even while it is empty.
  opened_at timestamptz,
  primary key (chat_id, uid)
);

create index chat_members_uid on chat_members (uid);

create table messages (
  chat_id uuid not null references chats (id) on delete cascade,
  seq bigint not null check (seq > 0),
  -- Made by the client and final: the same sender and id again is the same message.
  id uuid not null,
  sender uuid references people (uid) on delete set null,
  type text not null,
  content text not null,
  reference_item jsonb not null default '[]',
  media jsonb not null default '[]',
  sent_at timestamptz not null,
  primary key (chat_id, seq),
  unique (sender, id)
);
