-- How many of an invoice's payments are a success: it is paid while there is one. A counter, so
-- that no settlement has to look for the invoice's other payments.
alter table invoice add column successes integer not null default 0 check (successes >= 0);

-- The next place in a merchant's feed of events. Its row lock serialises the merchant's outcomes
-- across all nodes and is held until the commit, so positions become visible in their order: a
-- reader that has seen one has seen all before it.
create table event_counter (
  merchant_id    uuid   primary key references merchant,
  next_position  bigint not null default 1
) with (fillfactor = 10);                           -- rewritten by each batch: keep updates in-page

insert into event_counter (merchant_id) select id from merchant;

-- What the smart-contract component reported, once per eventRef.
create table settlement_event (
  merchant_id   uuid        not null,
  event_ref     text        not null,
  payment_id    uuid        not null,
  type          text        not null,
  applied       boolean     not null,
  reason        text,
  transaction   json,
  occurred_at   timestamptz,
  recorded_at   timestamptz not null,
  primary key (merchant_id, event_ref)
);

-- A confirmation that paid somebody else, in another token or another amount. It changed nothing.
create table settlement_mismatch (
  merchant_id   uuid        not null,
  event_ref     text        not null,
  payment_id    uuid        not null,
  mismatch      text        not null,
  transaction   json        not null,
  occurred_at   timestamptz,
  recorded_at   timestamptz not null,
  primary key (merchant_id, event_ref)
);

-- Outcomes as merchants are told of them. body holds the very bytes of every delivery and of the
-- feed; nothing ever writes them again.
create table event (
  merchant_id   uuid        not null,
  id            uuid        not null,
  position      bigint      not null,
  type          text        not null,
  payment_id    uuid        not null,
  deliverable   boolean     not null,               -- the payment's interface is service-server
  body          bytea       not null,
  created_at    timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, position)
);

create index event_by_payment on event (merchant_id, payment_id, id);

-- Signing secrets are encrypted by the service; the database never sees one.
create table webhook (
  merchant_id             uuid        not null references merchant,
  scope                   text        not null check (scope in ('invoice_settlement', 'fiat_settlement')),
  url                     text        not null,
  active                  boolean     not null,
  signing_secret          bytea       not null,
  previous_secret         bytea,                    -- signs along until previous_secret_until
  previous_secret_until   timestamptz,
  created_at              timestamptz not null default now(),
  primary key (merchant_id, scope)
);

-- A run of up to four attempts to deliver an event. due_at is when somebody may take it up: the
-- time of the next attempt, or the end of the lease while claim_id holds it.
create table delivery (
  merchant_id   uuid        not null,
  id            uuid        not null,
  event_id      uuid        not null,
  state         text        not null check (state in ('pending', 'delivered', 'exhausted')),
  attempts      integer     not null default 0,     -- those whose end is recorded
  due_at        timestamptz not null,
  claim_id      uuid,
  created_at    timestamptz not null,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01);     -- a queue: each row is rewritten twice, soon

create index delivery_due on delivery (merchant_id, due_at) where state = 'pending';
create index delivery_by_event on delivery (merchant_id, event_id, id);

create table delivery_attempt (
  merchant_id    uuid        not null,
  event_id       uuid        not null,
  delivery_id    uuid        not null,
  attempt        integer     not null,
  started_at     timestamptz not null,
  duration_ms    integer     not null,
  status         integer,                           -- null: no answer came
  error          text,                              -- null: it was delivered
  response_body  text,
  primary key (merchant_id, event_id, delivery_id, attempt)
);
