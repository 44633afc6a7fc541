-- works with 0116
-- Reports stay for 90 days when the account that they are about is deleted. 0136 validates the rule.
alter table reports alter column about drop not null;
alter table reports drop constraint reports_about_fkey;
alter table reports
  add constraint reports_about_fkey foreign key (about) references people (uid) on delete set null not valid;
create index if not exists reports_of_deleted_accounts on reports (created_at) where about is null;
