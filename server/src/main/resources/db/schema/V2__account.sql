-- The people who sign in for a merchant. An owner who is removed or demoted stays an owner until that time, and any
-- owner can undo it, as with a deposit address. Nothing has to run when the time has come.
create table merchant_user (
  merchant_id        uuid        not null references merchant,
  id                 uuid        not null,
  email              text        not null unique,        -- lower case
  role               text        not null check (role in ('owner', 'developer', 'viewer')),
  pending_role       text        check (pending_role in ('developer', 'viewer', 'removed')),
  pending_role_from  timestamptz,
  password_hash      text        not null,               -- Argon2id, PHC format
  proven_at          timestamptz,                        -- reads the mail of its address; without a mail server at once
  created_at         timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((pending_role is null) = (pending_role_from is null))
);

create index merchant_user_by_prefix on merchant_user (email text_pattern_ops);

create function role_now(role text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else role end;

-- Signed-in browsers. Only a hash of the cookie is kept. A session goes with its user.
create table merchant_session (
  token_hash       bytea       primary key,              -- SHA-256
  merchant_id      uuid        not null,
  user_id          uuid        not null,
  id               uuid        not null,
  source           text        not null,
  user_agent       text,
  by_sso           boolean     not null default false,
  provider_factor  boolean     not null default false,   -- the provider's second factor counts
  created_at       timestamptz not null default now(),
  proven_at        timestamptz not null default now(),   -- by signing in or again; what matters needs a young one
  last_seen_at     timestamptz not null default now(),   -- to a few minutes
  expires_at       timestamptz not null,
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

create unique index merchant_session_by_user on merchant_session (merchant_id, user_id, id);
-- Only the statement that deletes expired sessions of all merchants repeats the condition.
create index merchant_session_by_expiry on merchant_session (expires_at) where created_at > '-infinity';

-- Where a user has signed in from, as a hash of browser and network.
create table merchant_device (
  merchant_id    uuid        not null,
  user_id        uuid        not null,
  device_hash    bytea       not null,
  first_seen_at  timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  primary key (merchant_id, user_id, device_hash),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- Open invitations. Only a hash of the token is kept, and accepting one deletes it.
create table invitation (
  merchant_id  uuid        not null references merchant,
  id           uuid        not null,
  email        text        not null,                     -- lower case
  role         text        not null check (role in ('owner', 'developer', 'viewer')),
  token_hash   bytea       not null unique,              -- SHA-256
  letter_hash  bytea,                                    -- SHA-256; what only the letter has proves the address
  invited_by   text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, id),
  unique (email, merchant_id)
);

-- Links that prove an address, at most one for each user. Only a hash of the token is kept; using one
-- deletes it.
create table email_confirmation (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  token_hash   bytea       not null unique,              -- SHA-256
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- Links that set a new password, at most one for each user. Only a hash of the token is kept; using one
-- deletes it.
create table password_reset (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  token_hash   bytea       not null unique,              -- SHA-256
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- A user's authenticator. The secret is encrypted by the service; it counts once it is confirmed.
create table second_factor (
  merchant_id   uuid        not null,
  user_id       uuid        not null,
  secret        bytea       not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0,          -- codes up to this step are used up
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

create table recovery_code (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  code_hash    bytea       not null,                     -- SHA-256; using one deletes it
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references second_factor on delete cascade
);

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

-- Single sign-on by OpenID Connect: the identity provider of a merchant's team.
create table merchant_sso (
  merchant_id      uuid        primary key references merchant,
  issuer           text        not null,
  client_id        text        not null,
  client_secret    bytea       not null,                 -- encrypted by the service
  required         boolean     not null,                 -- of everybody but owners
  role_claim       text,                                 -- null: signing in makes nobody a member
  developer_value  text,                                 -- of the claim
  viewer_value     text,
  factor_trusted   boolean     not null,                 -- whether the provider's second factor counts
  changed_at       timestamptz not null default now()
);

-- The domains of the e-mail addresses that a provider may vouch for.
create table sso_domain (
  domain       text  not null,                           -- lower case
  merchant_id  uuid  not null references merchant_sso on delete cascade,
  primary key (domain, merchant_id)
);

create index sso_domain_by_merchant on sso_domain (merchant_id);
