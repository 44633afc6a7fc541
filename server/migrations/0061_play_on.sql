-- works with 0052
-- Where items that exist on both platforms play. `auto`: where the user has an account.
alter table player_settings add column play_on text not null default 'auto' check (play_on in ('auto', 'spotify', 'youtube'));
