-- Players of clips: whether they may load, as for the others.
alter table player_settings
  add column tiktok text not null default 'ask' check (tiktok in ('ask', 'always', 'never')),
  add column instagram text not null default 'ask' check (instagram in ('ask', 'always', 'never')),
  add column facebook text not null default 'ask' check (facebook in ('ask', 'always', 'never'));
