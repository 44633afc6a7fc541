-- works with 0116
alter table reports validate constraint reports_about_fkey;
