-- works with 0050
-- When what matches are made of last changed of a person, in microseconds of the database's clock: every server compares what it has
-- read with it before it answers them.
create table taste_marks (
  uid uuid primary key references people (uid) on delete cascade,
  mark bigint not null
);
