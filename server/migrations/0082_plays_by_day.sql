-- works with 0074
-- Plays of each user by item and day, from files and from accounts whose source reports times. It replaces the plays by
-- week: their days are unknown, so they count without a time until a file with the same plays is imported again. `imported_plays` stays for servers of the version before and is unused from here on.
create table plays (
  uid uuid not null,
  source text not null,
  item_id uuid not null references items (id) on delete cascade,
  -- One number a day, see server/features/sources/days.ts: the days since 1970 (0 for an unknown time) times 2^38, plus the
  -- plays times 2^20, plus the seconds played as far as known.
  days bigint[] not null default '{}',
  -- The ends of `days`, so that a week reads only the rows with plays in it.
  first_day integer,
  last_day integer,
  -- Saved, followed or subscribed.
  kept boolean not null default false,
  primary key (uid, source, item_id),
  foreign key (uid, source) references taste_sources (uid, source) on delete cascade
);

insert into plays (uid, source, item_id, days, first_day, last_day, kept)
select uid, source, item_id,
  case when plays > 0 then array[least(plays, 262143) * 1048576] else '{}' end,
  case when plays > 0 then 0 end,
  case when plays > 0 then 0 end,
  kept
from (
  select uid, source, item_id, kept, (select coalesce(sum(packed & 262143), 0)::bigint from unnest(weeks) as packed) as plays
  from imported_plays
) as counted;

create index plays_item on plays (item_id);

-- The time zone in which the days of a file are counted.
alter table imports add column time_zone text;
