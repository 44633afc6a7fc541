-- How somebody wants players to behave. Without a row they never chose.
create table player_settings (
  uid uuid primary key references people (uid) on delete cascade,
  autoplay boolean not null,
  spotify text not null check (spotify in ('ask', 'always', 'never')),
  youtube text not null check (youtube in ('ask', 'always', 'never'))
);
