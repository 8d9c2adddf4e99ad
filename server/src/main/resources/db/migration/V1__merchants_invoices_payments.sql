-- Every table carries merchant_id and its keys start with it, so that the same schema can be
-- distributed by merchant. The exceptions are lookups that begin without knowing the merchant
-- (sign-in, API key, payment link): those have an index of their own.

create table merchant (
  id               uuid        primary key,
  business_name    text        not null,
  verification     text        not null default 'Registered'
                   check (verification in
                     ('Registered', 'KybSubmitted', 'KybVerified', 'KybRejected', 'Suspended')),
  deposit_address  text,                                   -- the merchant form's, asked first
  created_at       timestamptz not null default now()
);

create table merchant_user (
  merchant_id      uuid        not null references merchant,
  id               uuid        not null,
  email            text        not null unique,            -- lower case
  password_hash    text        not null,                   -- Argon2id, PHC format
  deposit_address  text,                                   -- the user record's, the fallback
  created_at       timestamptz not null default now(),
  primary key (merchant_id, id)
);

create table kyb_submission (
  merchant_id          uuid        not null references merchant,
  id                   uuid        not null,
  legal_name           text        not null,
  country              text        not null,
  registration_number  text        not null,
  submitted_at         timestamptz not null default now(),
  primary key (merchant_id, id)
);

-- Signed-in browsers. Only a hash of the cookie is kept.
create table merchant_session (
  token_hash   bytea       primary key,
  merchant_id  uuid        not null references merchant,
  user_id      uuid        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);

create index merchant_session_by_merchant on merchant_session (merchant_id);

-- A look-up matches on key and secret together: pair_hash is SHA-256 over both, so an
-- unknown key and a wrong secret miss the same index in the same way.
create table api_key (
  merchant_id   uuid        not null references merchant,
  id            uuid        not null,
  api_key       text        not null unique,
  pair_hash     bytea       not null unique,
  label         text,
  active        boolean     not null default false,
  rate_limit    integer     not null check (rate_limit > 0),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  primary key (merchant_id, id)
);

create index api_key_by_id on api_key (id);                                    -- the operator's calls

create table audit_log (
  merchant_id  uuid        not null references merchant,
  id           uuid        not null,
  at           timestamptz not null default now(),
  actor        text        not null,
  source       text        not null,
  action       text        not null,
  before       text,
  after        text,
  primary key (merchant_id, id)
);

-- The next automatic invoice number. Its row lock serialises the creates of one merchant across all
-- nodes, which makes numbers gapless and every check under it (idempotency key, custom number) final.
create table invoice_counter (
  merchant_id     uuid    primary key references merchant,
  next_number     bigint  not null default 1,
  custom_numbers  boolean not null default false    -- a custom number of the automatic form exists
) with (fillfactor = 10);                           -- rewritten by each batch: keep updates in-page

-- No foreign keys on the two tables below: their rows are only written by the batch writer, under
-- the counter's lock, with ids it has just read or made; a check per row would double the cost.
create table invoice (
  merchant_id     uuid        not null,
  id              uuid        not null,
  number          text        not null,
  status          text        not null check (status in ('open', 'paid')),
  amount          numeric,                          -- null: the payer chooses
  currency        text        not null,
  description     text,
  customer_name   text,
  customer_email  text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, number)
);

create table payment (
  merchant_id      uuid        not null,
  id               uuid        not null,
  invoice_id       uuid        not null,
  status           text        not null check (status in ('created', 'submitted', 'success', 'failed')),
  amount           numeric,
  currency         text        not null,
  reference        text,
  interface        text        not null,
  metadata         json,
  success_url      text,
  cancel_url       text,
  locale           text,
  payee            text        not null,            -- the deposit address when it was created
  link_token       bytea       not null,            -- 16 random bytes, the unguessable part of the URL
  idempotency_key  text        not null,
  request_hash     bytea       not null,            -- SHA-256 of the raw body
  failure_reason   text,
  transaction      json,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key)
);

create index payment_by_id on payment (id);                                     -- link, callback
create index payment_by_status on payment (merchant_id, status, id);
create index payment_by_reference on payment (merchant_id, reference, id) where reference is not null;
