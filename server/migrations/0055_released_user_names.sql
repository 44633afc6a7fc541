-- works with 0052
-- User names of deleted accounts, so that nobody takes one over right away. Only a hash of the name is kept, and only as long as it counts.
create table released_user_names (
  name_hash bytea primary key,
  released_at timestamptz not null
);
