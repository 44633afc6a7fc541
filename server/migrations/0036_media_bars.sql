-- What an item probably is, worked out from what else its listeners love: apart from what a source has said, so that it is
-- never taken for that and gives way to it.
alter table items add column inferred_bars text[] not null default '{}';
-- When a directory of tags was asked about it last.
alter table items add column bars_asked_at timestamptz;
create index items_without_bars on items (bars_asked_at nulls first, created_at) where bars = '{}';
