-- works with 0091
-- Groups can be reported, too. 0093 validates the rule.
alter table reports drop constraint reports_kind_check;
alter table reports add constraint reports_kind_check check (kind in ('person', 'moment', 'comment', 'message', 'group')) not valid;
