-- What a merchant searches for is found in one index each, in the order of the list. status stands
-- before id, so that a rare status is found as fast as a common one; a search in all of them merges
-- the four. Only payments that have the value pay for its index.
alter table payment add column customer_email text;  -- the invoice's, so that one index can have it

update payment p set customer_email = i.customer_email
  from invoice i
 where i.merchant_id = p.merchant_id and i.id = p.invoice_id and i.customer_email is not null;

drop index payment_by_reference;
create index payment_by_reference on payment (merchant_id, reference, status, id)
 where reference is not null;
create index payment_by_customer on payment (merchant_id, customer_email, status, id)
 where customer_email is not null;

-- An invoice that is made together with a payment has its id, so a look-up by key finds that one.
-- Here are the others: further payments for an invoice, and all that are older than this rule.
create index payment_by_invoice on payment (merchant_id, invoice_id, status, id)
 where invoice_id <> id;

-- Where one merchant has nearly all payments, the planner would walk them in the order of their ids,
-- everybody's, to find the few of another. It shall count on many merchants instead.
alter table payment alter column merchant_id set (n_distinct = 1000);
alter table invoice alter column merchant_id set (n_distinct = 1000);

-- Deliveries that were given up: few, and what a merchant wants to see first.
create index delivery_exhausted on delivery (merchant_id, event_id) where state = 'exhausted';

-- Outcomes per day (UTC), counted in the transaction that changes the payment: success and volume
-- fall again when a success is undone, on the day they were counted for.
create table payment_day (
  merchant_id  uuid    not null,
  day          date    not null,
  currency     text    not null,
  success      bigint  not null,
  failed       bigint  not null,
  volume       numeric not null,                    -- of the successes
  primary key (merchant_id, day, currency)
) with (fillfactor = 50);                           -- rewritten by each batch: keep updates in-page

insert into payment_day (merchant_id, day, currency, success, failed, volume)
select merchant_id, (updated_at at time zone 'UTC')::date, currency,
       count(*) filter (where status = 'success'),
       count(*) filter (where status = 'failed'),
       coalesce(sum(amount) filter (where status = 'success'), 0)
  from payment where status in ('success', 'failed') group by 1, 2, 3;

-- Payments created per day, counted when somebody looks, and from where the last look ended: the
-- create itself pays nothing for it.
create table payment_day_created (
  merchant_id  uuid    not null,
  day          date    not null,
  created      bigint  not null,
  counted_to   uuid    not null,                    -- ids before this one are counted
  primary key (merchant_id, day)
);

-- How attempts ended per day (UTC), counted in the transaction that records them.
create table webhook_day (
  merchant_id  uuid    not null,
  day          date    not null,
  delivered    bigint  not null,
  retried      bigint  not null,                    -- failed, and another attempt followed
  exhausted    bigint  not null,
  primary key (merchant_id, day)
) with (fillfactor = 50);                           -- rewritten by each batch: keep updates in-page

insert into webhook_day (merchant_id, day, delivered, retried, exhausted)
select merchant_id, (started_at at time zone 'UTC')::date,
       count(*) filter (where error is null),
       count(*) filter (where error is not null and attempt < 4),
       count(*) filter (where error is not null and attempt >= 4)
  from delivery_attempt group by 1, 2;
