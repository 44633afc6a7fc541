-- works with 0079
-- Passkeys: what @better-auth/passkey 1.7.6 asks for, unchanged.
create table "identity"."passkey" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "name" text, "publicKey" text not null, "userId" uuid not null references "identity"."user" ("id") on delete cascade, "credentialID" text not null, "counter" integer not null, "deviceType" text not null, "backedUp" boolean not null, "transports" text, "createdAt" timestamptz, "aaguid" text);

create index "passkey_userId_idx" on "identity"."passkey" ("userId");

create index "passkey_credentialID_idx" on "identity"."passkey" ("credentialID");
