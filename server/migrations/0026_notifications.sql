-- What people are to hear of. Names and words are never kept here: they are read when it is shown.
create table notifications (
  id uuid primary key,
  uid uuid not null references people (uid) on delete cascade,
  kind text not null,
  -- What it is about, by kind: a moment, a chat, a report, or for requests the other person. With the kind it makes a group.
  subject text not null,
  -- Who did it; nobody where the installation itself speaks.
  actor uuid references people (uid) on delete cascade,
  -- The one comment or message of it.
  item uuid,
  at timestamptz not null,
  -- Whether it stands in the list; otherwise only push or mail were wanted.
  in_app boolean not null,
  read_at timestamptz,
  unique nulls not distinct (uid, kind, subject, actor, item)
);

create index notifications_uid_at on notifications (uid, at desc);
create index notifications_unread on notifications (uid) where read_at is null;
create index notifications_subject on notifications (subject);
create index notifications_item on notifications (item) where item is not null;
create index notifications_actor on notifications (actor);
create index notifications_at on notifications (at);

-- Only what somebody has chosen; the rest is as the product has it.
create table notification_choices (
  uid uuid not null references people (uid) on delete cascade,
  kind text not null,
  in_app boolean not null,
  push boolean not null,
  mail boolean not null,
  primary key (uid, kind)
);

create table notification_settings (
  uid uuid primary key references people (uid) on delete cascade,
  -- Minutes since midnight in the person's time zone; both or neither.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  time_zone text not null,
  push_shows_text boolean not null,
  digest text not null check (digest in ('off', 'daily', 'weekly')),
  -- When the next digest is due; null while it is off.
  digest_due_at timestamptz,
  -- Everything before this was in a digest, or before there was one.
  digest_since timestamptz,
  check ((quiet_from is null) = (quiet_until is null)),
  check ((digest = 'off') = (digest_due_at is null))
);

create index notification_settings_due on notification_settings (digest_due_at) where digest_due_at is not null;

-- The installation's key towards push services (VAPID); its private half sealed.
create table push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null
);

-- Browsers that take push. `auth_time` names the sign-in: when it ends, so does this.
create table push_subscriptions (
  endpoint text primary key,
  uid uuid not null references people (uid) on delete cascade,
  p256dh text not null,
  auth_sealed text not null,
  auth_time timestamptz not null,
  created_at timestamptz not null
);

create index push_subscriptions_uid on push_subscriptions (uid, created_at);

-- Where the reader of a mail that comes by itself can end it.
alter table mail_outbox add column unsubscribe_url text;
