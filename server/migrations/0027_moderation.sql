-- Who may look at reports. A flag of the account, set by a command on the server.
create table moderators (
  uid uuid primary key references people (uid) on delete cascade,
  added_at timestamptz not null
);

-- What people report. The copy of the content is sealed, and gone after 90 days; the rest of a private chat is never here.
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('person', 'moment', 'comment', 'message')),
  target_id uuid not null,
  about uuid not null references people (uid) on delete cascade,
  reporter uuid references people (uid) on delete set null,
  reason text not null,
  text text not null,
  evidence_sealed text,
  state text not null default 'open' check (state in ('open', 'dismissed', 'hidden', 'suspended')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);

-- The same person reports the same thing once while nobody has decided.
create unique index reports_once on reports (reporter, kind, target_id) where state = 'open' and reporter is not null;
create index reports_open on reports (created_at, id) where state = 'open';
create index reports_decided on reports (decided_at, id) where state <> 'open';
create index reports_target on reports (kind, target_id);
create index reports_about on reports (about);
create index reports_evidence on reports (created_at) where evidence_sealed is not null;

-- People who may do nothing here for now but read why, and appeal once.
create table suspensions (
  uid uuid primary key references people (uid) on delete cascade,
  reason text not null,
  since timestamptz not null,
  appeal_text text,
  appealed_at timestamptz,
  answer_text text,
  answered_at timestamptz
);

create index suspensions_appeals on suspensions (appealed_at) where appealed_at is not null and answered_at is null;

-- What moderators did. It stays when people go, without their names.
create table moderation_log (
  id uuid primary key,
  at timestamptz not null,
  moderator uuid references people (uid) on delete set null,
  act text not null,
  report_id uuid references reports (id) on delete set null,
  about uuid references people (uid) on delete set null,
  note text not null
);

create index moderation_log_at on moderation_log (at desc, id desc);
create index moderation_log_report on moderation_log (report_id);
create index moderation_log_moderator on moderation_log (moderator);
create index moderation_log_about on moderation_log (about);
