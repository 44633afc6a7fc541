-- works with 0052
-- Search of items by the words of their artist and title. The leading blank lets each word be matched at its beginning.
-- Without fast updates: the embedded database has no autovacuum, so every search would read the list of pending entries.
create index if not exists items_words on items using gin ((' ' || by_key || ' ' || name_key) gin_trgm_ops) with (fastupdate = off);
