-- works with 0113
-- When a member agreed to be in a blend: what came to its mixes before was not shown to them. Null for invited users, and for members
-- from before this was stored.
alter table blend_members add column joined_at timestamptz;
