-- The next place in a merchant's feed of events. Its row lock serialises the merchant's outcomes
-- across all nodes and is held until the commit, so positions become visible in their order: a
-- reader that has seen one has seen all before it.
create table event_counter (
  merchant_id    uuid   primary key references merchant,
  next_position  bigint not null default 1
) with (fillfactor = 10);                           -- rewritten by each batch: keep updates in-page

-- Outcomes as merchants are told of them. body holds the very bytes of every delivery and of the
-- feed; nothing ever writes them again.
create table event (
  merchant_id   uuid        not null,
  id            uuid        not null,
  position      bigint      not null,
  type          text        not null,
  scope         text        not null,               -- of the webhook that gets it
  payment_id    uuid,                               -- null: it is about no payment
  deliverable   boolean     not null,               -- false: no webhook is ever sent for it
  body          bytea       not null,
  created_at    timestamptz not null,
  primary key (id, merchant_id)
);

create unique index event_feed on event (merchant_id, position) where position > 0;
create index event_list on event (merchant_id, id) where created_at > '-infinity';
create index event_by_payment on event (payment_id, id);

-- The last event of a merchant that was deleted; all before it are gone as well. A reader whose cursor is older
-- has missed events and is told so.
create table event_removed (
  merchant_id  uuid        primary key references merchant,
  position     bigint      not null,
  event_id     uuid        not null,
  removed_at   timestamptz not null default now()
);

-- Signing secrets are encrypted by the service; the database never sees one.
create table webhook (
  merchant_id             uuid        not null references merchant,
  scope                   text        not null check (scope in ('invoice_settlement', 'fiat_settlement')),
  url                     text        not null,
  active                  boolean     not null,
  events                  text[]      not null,
  retry                   text        not null default 'standard' check (retry in ('standard', 'extended')),
  signing_secret          bytea       not null,
  previous_secret         bytea,                    -- stays valid until previous_secret_until
  previous_secret_until   timestamptz,
  created_at              timestamptz not null default now(),
  primary key (merchant_id, scope)
);

-- A run of attempts to deliver an event. due_at is when somebody may take it up: the time of the next
-- attempt, or the end of the lease while claim_id holds it. A run that goes on after its fourth attempt
-- waits for minutes or hours. It is not pending then, so that the walk from webhook to webhook along
-- the pending runs never meets it; it becomes pending when its time has come. A run that was exhausted
-- is superseded when its event is sent again: what is left is what nobody has looked after. A delivery
-- is found by its event, so the event stands first in the key.
create table delivery (
  merchant_id   uuid        not null,
  id            uuid        not null,
  event_id      uuid        not null,
  scope         text        not null,               -- its event's
  state         text        not null check (state in ('pending', 'waiting', 'delivered', 'exhausted')),
  attempts      integer     not null default 0,     -- those whose end is recorded
  due_at        timestamptz not null,
  claim_id      uuid,
  superseded    boolean     not null default false,
  created_at    timestamptz not null,
  primary key (event_id, id, merchant_id)
) with (autovacuum_vacuum_scale_factor = 0.01);     -- a queue: each row is rewritten twice, soon

create index delivery_due on delivery (merchant_id, scope, due_at) where state = 'pending';
create index delivery_waiting on delivery (due_at) where state = 'waiting';
-- Few runs are exhausted, so these cost the others nothing.
create index delivery_exhausted on delivery (merchant_id, event_id)
 where state = 'exhausted' and created_at > '-infinity';
create index delivery_unattended on delivery (id)
 where state = 'exhausted' and not superseded and due_at > '-infinity';
create index delivery_unattended_of_merchant on delivery (merchant_id, id)
 where state = 'exhausted' and not superseded and due_at < 'infinity';

create index delivery_exhausted_at on delivery (due_at, id) where state = 'exhausted' and not superseded;

-- An operator's order to send again all that was exhausted between two times, over all merchants. It
-- is carried out in batches: (done_at, done_id) is the last delivery that was looked at. A batch
-- counts its events in the transaction that queues them, so that a crash counts nothing twice.
create table redelivery_order (
  id            uuid        primary key,
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  reason        text        not null,
  ordered_by    text        not null,
  ordered_from  text        not null,
  ordered_at    timestamptz not null default now(),
  done_at       timestamptz not null,
  done_id       uuid        not null,
  events        bigint      not null default 0,
  skipped       bigint      not null default 0,     -- no active webhook asks for them
  finished_at   timestamptz
);

create index redelivery_order_open on redelivery_order (id) where finished_at is null;

create table delivery_attempt (
  merchant_id    uuid        not null,
  event_id       uuid        not null,
  delivery_id    uuid        not null,
  attempt        integer     not null,
  started_at     timestamptz not null,
  duration_ms    integer     not null,
  url            text,                              -- where it went; null: no webhook was active
  status         integer,                           -- null: no answer came
  error          text,                              -- null: it was delivered
  response_body  text,
  primary key (event_id, delivery_id, attempt, merchant_id)
);

-- How attempts ended per webhook and day (UTC), counted in the transaction that records them, and
-- the last of each kind: the health of the webhook is read from here alone.
create table webhook_day (
  merchant_id   uuid        not null,
  day           date        not null,
  scope         text        not null,
  delivered     bigint      not null,
  retried       bigint      not null,               -- failed, and another attempt followed
  exhausted     bigint      not null,
  delivered_at  timestamptz,                        -- start of the last attempt that was delivered
  failed_at     timestamptz,                        -- start of the last attempt that failed
  error         text,                               -- of that one
  error_url     text,                               -- null: no webhook was active
  failures      integer     not null,               -- in a row up to now; counted to 4 only
  primary key (merchant_id, day, scope)
) with (fillfactor = 50);                           -- rewritten by each batch: keep updates in-page

-- The count stops at 4, so that rows of webhooks which go on failing are rewritten in-page as well.
create index webhook_failing on webhook_day (day, merchant_id, scope) where failures >= 4;

-- Events that could not be delivered since the merchant was last written to about them, and when it
-- may be written to again. The row's lock lets one node write.
create table exhausted_alarm (
  merchant_id   uuid        primary key references merchant,
  events        integer     not null check (events >= 0),
  since         timestamptz,                        -- of the first of them; null: there are none
  due_at        timestamptz not null
);

create index exhausted_alarm_due on exhausted_alarm (due_at) where events > 0;
