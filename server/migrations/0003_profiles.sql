create extension if not exists citext;
create extension if not exists pg_trgm;

-- What a person says about themselves. A row here is what "the account exists" means.
create table profiles (
  uid uuid primary key references people (uid) on delete cascade,
  user_name citext not null unique,
  name text not null,
  bio text not null default '',
  place text,
  languages text[] not null default '{}',
  -- Only the year is ever asked for and kept.
  birth_year smallint not null,
  avatar_id uuid references uploads (id) on delete set null,
  -- User name and name as search compares them: written by the code, so that both engines fold every script alike.
  search_text text not null,
  joined_at timestamptz not null
);

create index profiles_search on profiles using gin (search_text gin_trgm_ops);
create index profiles_avatar on profiles (avatar_id) where avatar_id is not null;
