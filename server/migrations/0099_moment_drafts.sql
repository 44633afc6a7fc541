-- works with 0098
-- The unposted text of a user, for all their devices. Pictures stay on the device.
create table moment_drafts (
  uid uuid primary key references people (uid) on delete cascade,
  text text not null,
  audience text not null,
  saved_at timestamptz not null
);
