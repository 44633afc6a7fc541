-- works with 0083
-- Plays of each user by item with their times, from files and from accounts whose source reports them. It replaces `plays`,
-- which knew days only: the same play in two files or services is found by its time. `plays` stays for servers of the version
-- before and is unused from here on.
create table item_plays (
  uid uuid not null,
  source text not null,
  item_id uuid not null references items (id) on delete cascade,
  -- See server/features/sources/play-times.ts: the minutes since the play before and the seconds played, as varints.
  times bytea not null default '',
  -- Plays without a minute, one number a day, see server/features/sources/days.ts.
  days bigint[] not null default '{}',
  -- The minutes of the first and the last play, so that a range reads only the rows that can have plays in it. A play of
  -- which only the day is known is at noon; `first_at` is 0 if the day of some plays is unknown.
  first_at integer,
  last_at integer,
  -- Saved, followed or subscribed.
  kept boolean not null default false,
  primary key (uid, source, item_id),
  foreign key (uid, source) references taste_sources (uid, source) on delete cascade
);

insert into item_plays (uid, source, item_id, days, first_at, last_at, kept)
select uid, source, item_id, days,
  case when first_day = 0 then 0 else first_day * 1440 + 720 end,
  case when last_day = 0 then 0 else last_day * 1440 + 720 end,
  kept
from plays;

create index item_plays_item on item_plays (item_id);
