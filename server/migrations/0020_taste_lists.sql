-- Pages of one list of a person's taste are read by place, however long the list is: each list has an index in its order.

-- Of the thing, and never another one; here so that an index can begin with it. The database fills it in, so that no writer
-- can get it wrong.
alter table taste_rows add column kind text;
update taste_rows set kind = items.kind from items where items.id = taste_rows.item_id;
alter table taste_rows alter column kind set not null;

create function taste_row_kind() returns trigger language plpgsql as $$
begin
  select items.kind into new.kind from items where items.id = new.item_id;
  return new;
end
$$;
create trigger taste_row_kind before insert on taste_rows for each row execute function taste_row_kind();

-- What has a place of all time comes first in its order; then the rest, by its place in the whole.
create index taste_rows_all_time on taste_rows (uid, kind, (coalesce((ranges ->> 'all_time')::integer, 1000000 + rank)), item_id);
create index taste_rows_6_months on taste_rows (uid, kind, ((ranges ->> '6_months')::integer), item_id) where ranges ->> '6_months' is not null;
create index taste_rows_4_weeks on taste_rows (uid, kind, ((ranges ->> '4_weeks')::integer), item_id) where ranges ->> '4_weeks' is not null;
create index taste_rows_recent on taste_rows (uid, kind, ((ranges ->> 'recent')::integer), item_id) where ranges ->> 'recent' is not null;
create index taste_rows_saved on taste_rows (uid, kind, ((ranges ->> 'saved')::integer), item_id) where ranges ->> 'saved' is not null;
