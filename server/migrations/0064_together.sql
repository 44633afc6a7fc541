-- works with 0060
-- Shared sessions of a conversation. `state` is what server/features/together/timeline.ts computes from one command to the next.
create table together_sessions (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  state jsonb not null,
  version bigint not null default 1,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index together_sessions_running on together_sessions (chat_id) where ended_at is null;
create index together_sessions_chat on together_sessions (chat_id, started_at desc);

-- Who took part; a deleted account is found by it.
create table together_members (
  session_id uuid not null references together_sessions (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  joined_at timestamptz not null,
  is_here boolean not null default true,
  primary key (session_id, uid)
);
create index together_members_uid on together_members (uid);

-- Each command once, in its order: a repeated one is found by its key.
create table together_commands (
  chat_id uuid not null references chats (id) on delete cascade,
  key uuid not null,
  session_id uuid not null references together_sessions (id) on delete cascade,
  version bigint not null,
  primary key (chat_id, key)
);
create index together_commands_session on together_commands (session_id, version);
