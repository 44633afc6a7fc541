-- The built-in identity provider's own tables. This part is what Better Auth 1.7.7 asks for with our options, unchanged:
-- its column names are camelCase, and a test fails when the library wants something else.
create schema if not exists "identity";

create table "identity"."user" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null);

create table "identity"."session" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" uuid not null references "identity"."user" ("id") on delete cascade);

create table "identity"."account" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "accountId" text not null, "providerId" text not null, "userId" uuid not null references "identity"."user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null);

create table "identity"."verification" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null);

create table "identity"."jwks" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "publicKey" text not null, "privateKey" text not null, "createdAt" timestamptz not null, "expiresAt" timestamptz, "alg" text, "crv" text);

create table "identity"."rateLimit" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null);

create index "session_userId_idx" on "identity"."session" ("userId");

create index "account_userId_idx" on "identity"."account" ("userId");

create index "verification_identifier_idx" on "identity"."verification" ("identifier");

-- Everybody this installation knows, whichever provider signs them in. The product knows a person by `uid` alone.
create table people (
  uid uuid primary key,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  -- Set: no token of this person is taken.
  disabled_at timestamptz,
  -- Tokens of sign-ins before this moment are not taken.
  tokens_valid_after timestamptz,
  unique (issuer, subject)
);

-- Cookies that let pictures load. Only the hash of a cookie's value is kept.
create table file_sessions (
  hash text primary key,
  uid uuid not null references people (uid) on delete cascade,
  -- The moment of the sign-in it belongs to; signing that one out ends it.
  auth_time timestamptz not null,
  expires_at timestamptz not null
);

create index file_sessions_uid on file_sessions (uid, auth_time);
