-- What the platforms told of links, for as long as they allow to keep it. About links, not about who shared them.
create table link_cards (
  -- SHA-256 of what the link leads to: the many ways to write it share one card.
  id text primary key,
  -- What it leads to, with short links followed: { link, platform, kind, id }.
  target jsonb not null,
  -- `unknown`: nobody could tell the last time; asked again soon.
  state text not null check (state in ('known', 'gone', 'unknown')),
  title text,
  author text,
  -- The picture's address at the platform; people get it through ours.
  thumbnail text,
  -- Asked for again once this is over.
  fresh_until timestamptz not null,
  -- Removed once this is over: what platforms lend is temporary.
  keep_until timestamptz not null
);

create index link_cards_keep_until on link_cards (keep_until);
