-- Which events a webhook wants, and how long we try to deliver one.
alter table webhook
  add column events text[] not null default '{payment.confirmed,payment.failed}',
  add column retry  text   not null default 'standard' check (retry in ('standard', 'extended'));

-- A run that goes on after its fourth attempt waits for minutes or hours. It is not pending then, so
-- that the walk from merchant to merchant along the pending runs never meets it; it becomes pending
-- when its time has come. Rows from before are in one of the other states.
alter table delivery
  drop constraint delivery_state_check,
  add constraint delivery_state_check
    check (state in ('pending', 'waiting', 'delivered', 'exhausted')) not valid;

create index delivery_waiting on delivery (due_at) where state = 'waiting';
