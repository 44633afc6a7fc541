create table moments (
  id uuid primary key,
  author_uid uuid not null references people (uid) on delete cascade,
  text text not null,
  -- The link as it was recognised when the moment was posted: { link, platform, kind, id }.
  link jsonb,
  audience text not null check (audience in ('everyone', 'buddies', 'only_me')),
  posted_at timestamptz not null
);

-- A feed takes the newest few of each author, so its cost does not grow with how much they have posted.
create index moments_author on moments (author_uid, posted_at desc, id desc);

create table moment_likes (
  moment_id uuid not null references moments (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  liked_at timestamptz not null,
  primary key (moment_id, uid)
);

create index moment_likes_uid on moment_likes (uid);
