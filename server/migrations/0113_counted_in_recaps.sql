-- works with 0110
-- Whether the recaps of buddies count this user.
alter table privacy_settings add column counted boolean not null default true;
