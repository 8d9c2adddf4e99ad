-- People and how they sign in. Each belongs to a realm: a merchant, whose id is the realm's, or the instance
-- (00000000-0000-0000-0000-000000000001), whose people are the operators. No table of people refers to merchant.

-- The role in effect: nothing has to run when the time of an announced one has come.
create function role_now(role text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else role end;

create table account_user (
  realm_id           uuid        not null,
  id                 uuid        not null,
  email              text        not null,               -- lower case
  name               text,                               -- null where nobody is asked for one
  role               text        not null
                     check (case when realm_id = '00000000-0000-0000-0000-000000000001'
                                 then role in ('viewer', 'reviewer', 'operator', 'admin')
                                 else role in ('owner', 'developer', 'viewer') end),
  password_hash      text        not null,               -- Argon2id, PHC format
  created_at         timestamptz not null default now(),
  invited_by         text,                               -- an actor; null for somebody whom nobody invited
  role_since         timestamptz not null default now(),  -- of role, not of a pending one that has taken effect
  -- A merchant's owner who is removed or demoted stays an owner until that time, and whoever is made an owner is one
  -- from that time on. Any other owner can undo it.
  pending_role       text        check (pending_role in ('owner', 'developer', 'viewer', 'removed')),
  pending_role_from  timestamptz,
  proven_at          timestamptz,                        -- when the user had proven to read the mail of its address
  check ((pending_role is null) = (pending_role_from is null)),
  primary key (realm_id, id)
);

-- An address has one account among all merchants, and one among the operators.
create unique index account_user_by_email
    on account_user (email, (realm_id = '00000000-0000-0000-0000-000000000001'));
create index account_user_by_prefix on account_user (email text_pattern_ops)
 where realm_id <> '00000000-0000-0000-0000-000000000001';

-- Signed-in browsers and programs. Only a hash of the token is kept. A session goes with its user.
create table account_session (
  token_hash       bytea       primary key,              -- SHA-256
  realm_id         uuid        not null,
  user_id          uuid        not null,
  id               uuid        not null,
  source           text        not null,
  user_agent       text,
  by_sso           boolean     not null default false,
  provider_factor  boolean     not null default false,   -- the provider's second factor counts
  created_at       timestamptz not null default now(),
  proven_at        timestamptz not null default now(),   -- when the person was last proven
  last_seen_at     timestamptz not null default now(),   -- to a few minutes
  expires_at       timestamptz not null,
  foreign key (realm_id, user_id) references account_user on delete cascade
);

create unique index account_session_by_user on account_session (realm_id, user_id, id);
-- Only the statement that deletes expired sessions of all realms repeats the condition.
create index account_session_by_expiry on account_session (expires_at) where created_at > '-infinity';

-- Where a user has signed in from, as a hash of browser and network.
create table account_device (
  realm_id       uuid        not null,
  user_id        uuid        not null,
  device_hash    bytea       not null,
  first_seen_at  timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  primary key (realm_id, user_id, device_hash),
  foreign key (realm_id, user_id) references account_user on delete cascade
);

-- Open invitations. Only hashes are kept, and accepting one deletes it. What only the letter has proves that whoever
-- has it reads the mail of the address; the link that the inviting person sees does not.
create table invitation (
  realm_id     uuid        not null,
  id           uuid        not null,
  email        text        not null,                     -- lower case
  role         text        not null
               check (case when realm_id = '00000000-0000-0000-0000-000000000001'
                           then role in ('viewer', 'reviewer', 'operator', 'admin')
                           else role in ('owner', 'developer', 'viewer') end),
  token_hash   bytea       not null unique,              -- SHA-256
  letter_hash  bytea,                                    -- SHA-256
  invited_by   text        not null,                     -- an actor
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (realm_id, id),
  unique (email, realm_id)
);

-- A user's authenticator. The secret is encrypted by the service; it counts once it is confirmed.
create table second_factor (
  realm_id      uuid        not null,
  user_id       uuid        not null,
  secret        bytea       not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0,          -- codes up to this step are used up
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account_user on delete cascade
);

create table recovery_code (
  realm_id   uuid        not null,
  user_id    uuid        not null,
  code_hash  bytea       not null,                       -- SHA-256; using one deletes it
  primary key (realm_id, user_id, code_hash),
  foreign key (realm_id, user_id) references second_factor on delete cascade
);

-- Realms that require a second factor or a passkey of everybody.
create table second_factor_rule (
  realm_id  uuid        primary key,
  since     timestamptz not null default now()
);

-- Passkeys of users: the public key of an authenticator, and how often it has signed.
create table passkey (
  realm_id         uuid        not null,
  user_id          uuid        not null,
  id               uuid        not null,
  name             text        not null,
  credential_id    bytea       not null unique,          -- chosen by the authenticator
  public_key       bytea       not null,                 -- COSE
  signature_count  bigint      not null,                 -- 0 when the authenticator does not count
  created_at       timestamptz not null default now(),
  last_used_at     timestamptz,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references account_user on delete cascade
);

-- Challenges of passkeys, and sign-ins at a provider, that were answered. Each works once; after it has expired its row
-- is not needed.
create table used_challenge (
  realm_id        uuid        not null,
  challenge_hash  bytea       not null,                  -- SHA-256
  expires_at      timestamptz not null,
  primary key (realm_id, challenge_hash)
);

-- Links in letters that set a new password or prove an address, at most one of each for a user. Only a hash of the
-- token is kept; using one deletes it.
create table user_link (
  realm_id    uuid        not null,
  user_id     uuid        not null,
  purpose     text        not null check (purpose in ('PASSWORD', 'EMAIL')),
  token_hash  bytea       not null unique,               -- SHA-256
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (realm_id, user_id, purpose),
  foreign key (realm_id, user_id) references account_user on delete cascade
);

-- Realms that somebody has frozen: addresses, team, keys and webhooks stay as they are.
create table account_freeze (
  realm_id    uuid        primary key,
  frozen_at   timestamptz not null default now(),
  frozen_by   text        not null,
  changed_at  timestamptz not null default now()         -- when the change was made that the letter was about
);

-- The owners who agreed to lift it.
create table freeze_lift (
  realm_id  uuid  not null references account_freeze on delete cascade,
  email     text  not null,
  primary key (realm_id, email)
);

-- The links in letters that freeze the account. Only a hash of the token is kept; using one deletes it.
create table freeze_link (
  token_hash  bytea       primary key,                   -- SHA-256
  realm_id    uuid        not null,
  email       text        not null,                      -- to whom it was sent
  created_at  timestamptz not null default now(),        -- in the transaction of the change
  expires_at  timestamptz not null
);

create index freeze_link_by_realm on freeze_link (realm_id, expires_at);

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

-- The domains of the e-mail addresses that a provider may vouch for, once a TXT record has proven them.
create table sso_domain (
  merchant_id    uuid        not null references merchant_sso on delete cascade,
  domain         text        not null,                   -- lower case
  token          text        not null,                   -- what the record has to say; everybody may see it
  proven_at      timestamptz,                            -- null: not proven, or no longer
  seen_at        timestamptz,                            -- when the record was last there
  missing_since  timestamptz,                            -- null: it was there at the last check
  next_check_at  timestamptz not null default now(),     -- of a proven one
  primary key (merchant_id, domain)
);

-- Several teams can have proven one domain: they are asked which one it is.
create index sso_domain_proven on sso_domain (domain, merchant_id) where proven_at is not null;
create index sso_domain_to_check on sso_domain (next_check_at) where proven_at is not null;

-- Who a user is at the identity provider of the realm. The e-mail address decides the first time only.
create table sso_identity (
  realm_id   uuid        not null,
  issuer     text        not null,
  subject    text        not null,
  user_id    uuid        not null,
  linked_at  timestamptz not null default now(),
  primary key (subject, issuer, realm_id),
  unique (realm_id, user_id, issuer),
  foreign key (realm_id, user_id) references account_user on delete cascade
);
