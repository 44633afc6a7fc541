-- works with 0110
-- Whether buddies may share pictures of their match with this user, and whether those may have the user's name.
alter table privacy_settings add column pictured boolean not null default false;
alter table privacy_settings add column named boolean not null default false;
