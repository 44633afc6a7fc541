-- What is used up once: links of mails, custom tokens, addresses of exports. Only the hash of a code is kept.
create table identity_codes (
  hash text primary key,
  purpose text not null check (purpose in ('link', 'sign-up', 'verify-email', 'change-email', 'reset-password', 'custom-token', 'export')),
  -- Whom it is about: the built-in provider's account, or a person. Null while there is no account.
  subject text,
  uid uuid references people (uid) on delete cascade,
  -- The address it was sent to, in small letters.
  email text,
  -- The device that asked, as a hash.
  device text,
  -- What the device that asked must know the answer to.
  challenge text,
  -- Of a sign-up that waits for its link: name and hashed password. Of a custom token: the moment of the sign-in.
  data jsonb not null default '{}',
  -- Wrong guesses.
  tries integer not null default 0,
  expires_at timestamptz not null
);

create index identity_codes_subject on identity_codes (subject);
create index identity_codes_uid on identity_codes (uid);
create index identity_codes_email on identity_codes (email);
create index identity_codes_expires on identity_codes (expires_at);

-- How often something was tried in the present window. Keys are hashes: neither addresses nor accounts can be read here.
create table identity_attempts (
  key text primary key,
  count integer not null,
  window_ends timestamptz not null
);

create index identity_attempts_window on identity_attempts (window_ends);

-- Set: the account is being deleted, and whoever starts the server goes on with it.
alter table people add column erase_since timestamptz;
create index people_erase_since on people (erase_since) where erase_since is not null;
