-- works with 0103
-- Whether buddies who allow it too see how the match changed, and what each brought the other.
alter table privacy_settings add column history boolean not null default false;
