-- works with 0056
-- The page of an item lists the moments whose link is one of its ids. On a large installation create it beforehand with
-- "create index concurrently".
create index if not exists moments_link on moments ((link ->> 'id'), posted_at desc, id desc) where link is not null and taken_down_at is null;
