-- Passkeys of users: the public key of an authenticator, and how often it has signed.
create table passkey (
  merchant_id      uuid        not null,
  user_id          uuid        not null,
  id               uuid        not null,
  name             text        not null,
  credential_id    bytea       not null unique,          -- chosen by the authenticator
  public_key       bytea       not null,                 -- COSE
  signature_count  bigint      not null,                 -- 0 when the authenticator does not count
  created_at       timestamptz not null default now(),
  last_used_at     timestamptz,
  primary key (merchant_id, user_id, id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- Challenges that were answered. Each works once; after it has expired its row is not needed.
create table used_challenge (
  merchant_id     uuid        not null references merchant,
  challenge_hash  bytea       not null,                  -- SHA-256
  expires_at      timestamptz not null,
  primary key (merchant_id, challenge_hash)
);

-- Merchants that require a second factor or a passkey of everybody in the team.
create table second_factor_rule (
  merchant_id  uuid        primary key references merchant,
  since        timestamptz not null default now()
);
