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

alter table merchant_session
  add column by_sso          boolean not null default false,
  add column provider_factor boolean not null default false;  -- the provider's second factor counts

alter table operator_session
  add column provider_factor boolean not null default false;

-- Sign-ins of operators that came back from the provider. Each works once.
create table operator_used_state (
  state_hash  bytea       primary key,                   -- SHA-256
  expires_at  timestamptz not null
);
