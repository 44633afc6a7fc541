-- works with 0116
-- The newest moments of all, for pages of the feed. On a large installation create the index beforehand with
-- "create index concurrently".
create index if not exists moments_recent on moments (posted_at desc, id desc) include (author_uid, audience) where taken_down_at is null;
