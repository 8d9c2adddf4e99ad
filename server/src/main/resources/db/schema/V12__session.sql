-- One-time codes that a payer's page exchanges for a session token. Only a hash is kept, and
-- redeeming a code deletes it: of two who race for it, one finds it gone.
create table session_code (
  code_hash    bytea       primary key,             -- SHA-256
  merchant_id  uuid        not null,
  payment_id   uuid        not null,
  user_id      text,                                -- as the merchant named its user
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);

create index session_code_by_expiry on session_code (merchant_id, expires_at);

-- The keys that sign session tokens, shared by all nodes. They belong to the instance, not to a
-- merchant.
create table session_key (
  id           uuid        primary key,             -- the kid of the tokens it signs
  sealed       bytea       not null,                -- the private key, a JWK, encrypted
  created_at   timestamptz not null default now()
);
