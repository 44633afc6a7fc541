-- works with 0052
-- A changed user name rests like that of a deleted account, and leads to the user who had it.
alter table released_user_names add column uid uuid references people (uid) on delete set null;
create index if not exists released_user_names_uid on released_user_names (uid) where uid is not null;

-- When the user last changed it; null while it is the one of the setup.
alter table profiles add column user_name_changed_at timestamptz;
