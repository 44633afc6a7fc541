-- Where a person's taste comes from, with the consent for it. A source without a row is not connected.
create table taste_sources (
  uid uuid not null references people (uid) on delete cascade,
  source text not null check (source in ('spotify', 'youtube', 'picks')),
  status text not null check (status in ('syncing', 'connected', 'reconnect', 'failed')),
  -- The account at the provider; one account belongs to one person.
  account_id text,
  account_name text,
  -- Access and refresh token, encrypted with the installation's secret.
  tokens_encrypted text,
  access_expires_at timestamptz,
  -- When the person authorised: refresh tokens die a fixed time after it.
  authorized_at timestamptz,
  -- Where an interrupted sync goes on.
  position jsonb,
  -- What is being read and how far, while `syncing`.
  progress jsonb,
  counts jsonb not null default '{"artists":0,"tracks":0,"channels":0,"videos":0}',
  -- Why the last sync stopped, as an error code; null after a good one.
  error text,
  synced_at timestamptz,
  shown_to text not null default 'everyone' check (shown_to in ('everyone', 'buddies', 'only_me')),
  counts_for_matching boolean not null default true,
  created_at timestamptz not null,
  primary key (uid, source),
  unique (source, account_id)
);

-- What people love: one row for each person, thing and source, so that a source can be taken back without a trace.
create table taste_rows (
  uid uuid not null,
  item_id uuid not null references items (id) on delete cascade,
  source text not null,
  -- How much, above 0 up to 1: comparable between the things of one person and source.
  weight real not null check (weight > 0),
  -- Place in the person's list of this kind, from 1.
  rank integer not null check (rank > 0),
  -- Places by time range where the source tells them: {"4_weeks": 3, "6_months": 1, "all_time": 7}.
  ranges jsonb not null default '{}',
  primary key (uid, item_id, source),
  foreign key (uid, source) references taste_sources (uid, source) on delete cascade
);

create index taste_rows_item on taste_rows (item_id);
create index taste_rows_source on taste_rows (uid, source);

-- People whom `uid` does not want to see among the matches again.
create table taste_dismissed (
  uid uuid not null references people (uid) on delete cascade,
  other_uid uuid not null references people (uid) on delete cascade,
  created_at timestamptz not null,
  primary key (uid, other_uid)
);

-- Authorisations that were begun: the answer of the provider must name one. Only the hash of the state is kept.
create table oauth_states (
  state_hash text primary key,
  uid uuid not null references people (uid) on delete cascade,
  source text not null,
  verifier_encrypted text not null,
  return_to text not null,
  created_at timestamptz not null
);

create index oauth_states_created on oauth_states (created_at);
