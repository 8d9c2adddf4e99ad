-- Letters, as they are sent: nothing writes their words again. due_at is when somebody may take one
-- up: the time of the next attempt, or the end of the lease while claim_id holds it.
create table mail (
  id            uuid        primary key,
  merchant_id   uuid,                               -- null: about no merchant
  recipient     text        not null,
  message_id    text        not null,               -- of every attempt, so that a twin is recognised
  subject       text        not null,
  text          text        not null,
  html          text        not null,
  state         text        not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts      integer     not null default 0,     -- those whose end is recorded
  due_at        timestamptz not null default now(),
  claim_id      uuid,
  error         text,                               -- of the last attempt that failed
  created_at    timestamptz not null default now(),
  ended_at      timestamptz                         -- when it was sent or given up
) with (autovacuum_vacuum_scale_factor = 0.01);     -- a queue: each row is rewritten twice, soon

create index mail_due on mail (due_at) where state = 'pending';
-- Letters are claimed merchant by merchant, so that the long queue of one delays no other. Those about no merchant
-- take their turn as if they had one.
create index mail_due_of_merchant
    on mail ((coalesce(merchant_id, '00000000-0000-0000-0000-000000000001')), due_at) where state = 'pending';
create index mail_ended on mail (ended_at) where ended_at is not null;
-- The letters to one customer of a merchant, to erase them.
create index mail_by_recipient on mail (recipient, merchant_id, id);
