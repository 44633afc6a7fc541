-- works with 0097
-- The moment that a moment quotes or, without a text of its own, reposts. Without a foreign key: a deleted original stays
-- recognizable as one that is not available.
alter table moments add column quote_of uuid;
create index if not exists moments_quote_of on moments (quote_of) where quote_of is not null;

-- The comment that a comment replies to.
alter table moment_comments add column reply_to uuid;

create table moment_comment_likes (
  comment_id uuid not null references moment_comments (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  liked_at timestamptz not null,
  primary key (comment_id, uid)
);
create index moment_comment_likes_uid on moment_comment_likes (uid);

create table moment_bookmarks (
  uid uuid not null references people (uid) on delete cascade,
  moment_id uuid not null references moments (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (uid, moment_id)
);
create index moment_bookmarks_latest on moment_bookmarks (uid, saved_at desc, moment_id desc);
create index moment_bookmarks_moment on moment_bookmarks (moment_id);
