-- How two people stand to each other: one row for both, found whoever asks. Without a row they are strangers.
create table connections (
  low_uid uuid not null references people (uid) on delete cascade,
  high_uid uuid not null references people (uid) on delete cascade,
  state text not null default 'none' check (state in ('none', 'requested', 'declined', 'connected')),
  -- The request: kept when it was declined or accepted, gone when it was taken back.
  asked_by text check (asked_by in ('low', 'high')),
  asked_at timestamptz,
  note text not null default '',
  connected_at timestamptz,
  -- When each side last took a request back; the time to wait before the next counts from here.
  low_withdrawn_at timestamptz,
  high_withdrawn_at timestamptz,
  low_blocks boolean not null default false,
  high_blocks boolean not null default false,
  primary key (low_uid, high_uid),
  check (low_uid < high_uid),
  check ((state = 'none') = (asked_by is null and asked_at is null)),
  check ((state = 'connected') = (connected_at is not null)),
  check (state = 'none' or not (low_blocks or high_blocks))
);

create index connections_high_uid on connections (high_uid, low_uid);
create index connections_low_requested on connections (low_uid) where state = 'requested';
create index connections_high_requested on connections (high_uid) where state = 'requested';
create index connections_low_block on connections (low_uid) where low_blocks or high_blocks;
create index connections_high_block on connections (high_uid) where low_blocks or high_blocks;

-- The same connections, once from each side.
create view buddies as
  select low_uid as uid, high_uid as buddy_uid, connected_at from connections where state = 'connected'
  union all
  select high_uid as uid, low_uid as buddy_uid, connected_at from connections where state = 'connected';

-- Requests a person has sent lately; older ones are dropped as new ones come. Only for the limit.
create table connection_asks (
  uid uuid not null references people (uid) on delete cascade,
  asked_at timestamptz not null
);

create index connection_asks_uid on connection_asks (uid, asked_at);
