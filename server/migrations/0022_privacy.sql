-- What a person decided about who reaches them and who sees what. Without a row the defaults of the contract hold.
create table privacy_settings (
  uid uuid primary key references people (uid) on delete cascade,
  messages text not null check (messages in ('everyone', 'buddies')),
  requests text not null check (requests in ('everyone', 'mutuals', 'nobody')),
  music text not null check (music in ('everyone', 'buddies', 'only_me')),
  video text not null check (video in ('everyone', 'buddies', 'only_me')),
  buddies text not null check (buddies in ('everyone', 'buddies', 'only_me')),
  match text not null check (match in ('everyone', 'buddies', 'only_me')),
  presence boolean not null,
  receipts boolean not null,
  typing boolean not null,
  listening boolean not null
);

-- Who wants to hear nothing of whom. The other never learns of it.
create table mutes (
  uid uuid not null references people (uid) on delete cascade,
  muted_uid uuid not null references people (uid) on delete cascade,
  muted_at timestamptz not null,
  primary key (uid, muted_uid),
  check (uid <> muted_uid)
);

create index mutes_muted_uid on mutes (muted_uid);
