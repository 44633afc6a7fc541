-- The same song on the other platform, as that one's own search found it: asked for once in a card's life.
alter table link_cards
  add column elsewhere jsonb,
  add column is_searched boolean not null default false;
