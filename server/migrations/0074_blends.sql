-- works with 0064
-- Playable lists of 2 to 10 users. `mix` is what server/features/blends/mix.ts chose, with the ids of the week before it.
create table blends (
  id uuid primary key,
  title text,
  kind text not null check (kind in ('all', 'music', 'video')),
  made_by uuid references people (uid) on delete set null,
  time_zone text not null,
  created_at timestamptz not null,
  mix jsonb,
  mixed_at timestamptz,
  next_mix_at timestamptz not null,
  -- Counts changes that need another mix; `mixed_version` is that of the mix.
  version integer not null default 1,
  mixed_version integer not null default 0
);
create index blends_next_mix on blends (next_mix_at);
create index blends_made_by on blends (made_by);

create table blend_members (
  blend_id uuid not null references blends (id) on delete cascade,
  uid uuid not null references people (uid) on delete cascade,
  state text not null check (state in ('invited', 'joined')),
  invited_by uuid references people (uid) on delete set null,
  emphasis text not null default 'same' check (emphasis in ('less', 'same', 'more')),
  wants_open boolean not null default false,
  since timestamptz not null,
  primary key (blend_id, uid)
);
create index blend_members_uid on blend_members (uid);
create index blend_members_invited_by on blend_members (invited_by);

-- Items that a member removed for all.
create table blend_removed (
  blend_id uuid not null references blends (id) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  removed_at timestamptz not null,
  primary key (blend_id, item_id)
);
create index blend_removed_item on blend_removed (item_id);

-- Mixes that a user saved. The blend may end or change meanwhile.
create table kept_mixes (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  blend_id uuid not null,
  mixed_at timestamptz not null,
  title text not null,
  items uuid[] not null,
  kept_at timestamptz not null,
  unique (uid, blend_id, mixed_at)
);
