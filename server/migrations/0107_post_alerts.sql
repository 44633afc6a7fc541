-- works with 0106
-- Who wants a notification when `author_uid` posts a moment.
create table post_alerts (
  uid uuid not null references people (uid) on delete cascade,
  author_uid uuid not null references people (uid) on delete cascade,
  since timestamptz not null,
  primary key (uid, author_uid)
);
create index post_alerts_author on post_alerts (author_uid);

-- The days on which quiet hours begin, from 1 (Monday) to 7; null for every day.
alter table notification_settings add column quiet_days smallint[];
