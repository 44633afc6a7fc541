-- works with 0082
-- Weeks whose recap a user got. `week` is its Monday; `plays` what was known of it then, so that a late import is noticed.
create table recaps (
  uid uuid not null references people (uid) on delete cascade,
  week date not null,
  plays integer not null,
  ready_at timestamptz not null,
  primary key (uid, week)
);

-- The match of users and their buddies at the end of each week, as it was shown to `uid`.
create table weekly_matches (
  uid uuid not null references people (uid) on delete cascade,
  week date not null,
  other uuid not null references people (uid) on delete cascade,
  percent smallint not null,
  primary key (uid, week, other)
);
create index weekly_matches_other on weekly_matches (other);
