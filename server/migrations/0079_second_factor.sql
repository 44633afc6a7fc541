-- works with 0074
-- The second factor: what Better Auth 1.7.7 asks for with its plugin, unchanged.
alter table "identity"."user" add column "twoFactorEnabled" boolean default false;

create table "identity"."twoFactor" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "secret" text not null, "backupCodes" text not null, "userId" uuid not null references "identity"."user" ("id") on delete cascade, "verified" boolean, "failedVerificationCount" integer, "lockedUntil" timestamptz);

create index "twoFactor_secret_idx" on "identity"."twoFactor" ("secret");

create index "twoFactor_userId_idx" on "identity"."twoFactor" ("userId");
