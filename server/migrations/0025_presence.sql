-- When somebody was last here. Who is here right now is known to the servers and stands in no table.
create table presence (
  uid uuid primary key references people (uid) on delete cascade,
  last_seen_at timestamptz not null
);
