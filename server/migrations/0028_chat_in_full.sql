-- What a chat can do beyond sending: edits, reactions, deletion, delivery marks, requests, mute and archive.

alter table chats
  -- Counts up by one with each edit, deletion or reaction, as last_seq does with each message: who was away asks what came after.
  add column change_seq bigint not null default 0,
  add column changed_at timestamptz,
  -- A chat between people who are not buddies waits for the other side: `asked_by` wrote first.
  add column request text not null default 'none' check (request in ('none', 'waiting', 'accepted', 'declined')),
  add column asked_by uuid references people (uid) on delete set null,
  add column asked_at timestamptz;

create index chats_asked_by on chats (asked_by) where asked_by is not null;

alter table chat_members
  -- Everything up to here has reached one of this member's devices.
  add column delivered_seq bigint not null default 0,
  add column muted_until timestamptz,
  add column archived_at timestamptz;

alter table messages
  add column edited_at timestamptz,
  -- Deleted for everyone: the row keeps its place in the sequence, its content is gone.
  add column deleted_at timestamptz,
  -- The chat's change_seq at the latest change of this message; empty while there was none, and then it has no reactions.
  add column change_seq bigint;

create index messages_changes on messages (chat_id, change_seq) where change_seq is not null;

create table message_reactions (
  chat_id uuid not null,
  seq bigint not null,
  uid uuid not null references people (uid) on delete cascade,
  emoji text not null,
  given_at timestamptz not null,
  primary key (chat_id, seq, uid, emoji),
  foreign key (chat_id, seq) references messages (chat_id, seq) on delete cascade
);

create index message_reactions_uid on message_reactions (uid);

-- The pictures of a message hang on this: a message's own id is only its sender's word, two people may use the same.
create unique index messages_pictures on messages ((md5(sender::text || '/' || id::text)::uuid)) where media <> '[]';
