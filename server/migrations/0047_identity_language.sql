-- The language a person reads the product and its mails in; null until one is known.
alter table people add column language text check (language in ('en-US', 'de', 'es', 'ar'));
