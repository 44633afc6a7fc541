-- works with 0083
-- What happened in a group. An event stands after the message `after_seq` and takes no sequence number itself.
create table group_events (
  id bigint generated always as identity primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  after_seq bigint not null,
  kind text not null,
  actor uuid references people (uid) on delete set null,
  -- The member whom it is about. Events about a deleted account go with it.
  subject uuid references people (uid) on delete cascade,
  name text,
  at timestamptz not null
);
create index group_events_chat on group_events (chat_id, id);
create index group_events_actor on group_events (actor) where actor is not null;
create index group_events_subject on group_events (subject) where subject is not null;
