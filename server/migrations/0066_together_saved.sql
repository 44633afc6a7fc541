-- works with 0064
-- Who saved the list of a shared session after its end.
alter table together_members add column saved_at timestamptz;
