-- works with 0115
-- When the recent plays of an account were last read between two syncs.
alter table taste_sources add column plays_read_at timestamptz;
