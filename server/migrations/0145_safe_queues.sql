-- works with 0116
-- Safe queues of groups. The message that refers to one shows it.
create table safe_queues (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  author uuid not null references people (uid) on delete cascade,
  name text not null,
  -- Each item fitted at least `fits` of `members`. No row says which members those were.
  fits int not null,
  members int not null,
  created_at timestamptz not null
);
create index safe_queues_chat on safe_queues (chat_id);
create index safe_queues_author on safe_queues (author);

create table safe_queue_items (
  queue_id uuid not null references safe_queues (id) on delete cascade,
  place int not null,
  item_id uuid not null references items (id) on delete cascade,
  primary key (queue_id, place)
);
create index safe_queue_items_item on safe_queue_items (item_id);
