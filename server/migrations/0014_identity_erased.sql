-- Accounts that were deleted here, by a hash of issuer and subject, and when. Another provider's token outlives the account
-- it belonged to: one from a sign-in before this moment must not make a person of it again.
create table identity_erased (
  hash text primary key,
  erased_at timestamptz not null
);
