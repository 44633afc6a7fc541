-- Extensions that stock Debian PostgreSQL 15 and the embedded database both have.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;
