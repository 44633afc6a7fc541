-- works with 0110
-- Who opened whose full match, at most once a day. Deleted after 90 days.
create table match_receipts (
  viewer_uid uuid not null references people (uid) on delete cascade,
  viewed_uid uuid not null references people (uid) on delete cascade,
  day date not null,
  primary key (viewed_uid, day, viewer_uid)
);
create index match_receipts_viewer on match_receipts (viewer_uid, day);
create index match_receipts_day on match_receipts (day);

-- Off by default, like the other settings that show what a user does.
alter table privacy_settings add column match_receipts boolean not null default false;
