-- Mails on their way. A row is gone once its mail was handed over; without a mail server the dev mailbox shows them instead.
create table mail_outbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  -- A link in it is no good after this: then it is not sent any more.
  good_until timestamptz,
  attempts integer not null default 0
);

create index mail_outbox_recipient on mail_outbox (recipient);
create index mail_outbox_created on mail_outbox (created_at);
