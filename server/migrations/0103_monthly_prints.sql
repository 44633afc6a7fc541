-- works with 0099
-- What each source added to a user's print in a month, as heights by the name of the bar. A source without plays has no other
-- past. The rows go with their source.
create table monthly_prints (
  uid uuid not null,
  source text not null,
  -- The first day of the month.
  month date not null,
  bars jsonb not null,
  primary key (uid, source, month),
  foreign key (uid, source) references taste_sources (uid, source) on delete cascade
);
