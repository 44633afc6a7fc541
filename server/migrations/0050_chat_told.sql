-- works with 0049
-- Whose marks of before were told to nobody. A job puts that into their chats and empties this.
create table chat_marks_to_hold (
  uid uuid primary key references people (uid) on delete cascade
);

insert into chat_marks_to_hold (uid) select uid from privacy_settings where not receipts;

-- Last, because everybody's chats wait from here on until the end.
alter table chat_members
  -- As far as the other side was told; empty where that is all of it. It stays behind what was read or has arrived while one of the
  -- two had receipts off: switching them on later must tell nothing of that time.
  add column told_read_seq bigint,
  add column told_delivered_seq bigint;
