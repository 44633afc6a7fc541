-- works with 0116
-- The last week with the same match: a row is stored when a match changes, not for each week. Empty is the week itself.
alter table weekly_matches add column until date;
