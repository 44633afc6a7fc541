-- works with 0107
-- Which version of the terms of service a user accepted, and when. Users without a row set up their profile under the first version.
create table terms_acceptances (
  uid uuid not null references people (uid) on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  primary key (uid, version)
);
