-- works with 0108
-- What a user has muted is read with most pages.
create index if not exists content_mutes_uid on content_mutes (uid, muted_at desc);
-- A user's own reports, the latest first.
create index if not exists reports_reporter on reports (reporter, created_at desc, id desc);
