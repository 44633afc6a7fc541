-- works with 0092
alter table reports validate constraint reports_kind_check;

-- Polls of groups. The message that refers to one shows it.
create table polls (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  author uuid not null references people (uid) on delete cascade,
  question text not null,
  options text[] not null,
  -- Whether a member may choose several options.
  takes_several boolean not null,
  created_at timestamptz not null,
  -- Moved to the present when the poll is closed early.
  closes_at timestamptz not null
);
create index polls_chat on polls (chat_id);
create index polls_author on polls (author);

-- `option` counts from 0.
create table poll_votes (
  poll_id uuid not null references polls (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  option int not null,
  voted_at timestamptz not null,
  primary key (poll_id, uid, option)
);
create index poll_votes_uid on poll_votes (uid);
