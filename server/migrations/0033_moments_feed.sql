alter table moments
  add column edited_at timestamptz,
  -- Set by a moderator: nobody is shown it any more.
  add column taken_down_at timestamptz;

-- Everything a feed decides by is in the index: the few rows that a page shows are the only ones that are read.
create index moments_feed on moments (author_uid, posted_at desc, id desc) include (audience) where taken_down_at is null;
drop index moments_author;
create index moments_author on moments (author_uid);

create index moment_likes_latest on moment_likes (moment_id, liked_at desc, uid desc);

create table moment_comments (
  id uuid primary key,
  moment_id uuid not null references moments (id) on delete cascade,
  author_uid uuid not null references people (uid) on delete cascade,
  text text not null,
  posted_at timestamptz not null,
  taken_down_at timestamptz
);

create index moment_comments_moment on moment_comments (moment_id, posted_at, id) include (author_uid, taken_down_at);
create index moment_comments_author on moment_comments (author_uid, posted_at);

-- Moments that a person does not want to see again.
create table moment_hides (
  uid uuid not null references people (uid) on delete cascade,
  moment_id uuid not null references moments (id) on delete cascade,
  hidden_at timestamptz not null,
  primary key (uid, moment_id)
);

create index moment_hides_moment on moment_hides (moment_id);
