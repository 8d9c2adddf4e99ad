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
  kind          text,                               -- of which an address gets so many a day (LetterKind); null: any number
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
-- What an address got of a kind within a day.
create index mail_of_kind on mail (recipient, kind, created_at) where kind is not null;
-- The letters to one customer of a merchant, to erase them.
create index mail_by_recipient on mail (recipient, merchant_id, id);

-- Notices over what their reader gets a day, counted by subject until one letter tells of all of them.
create table mail_digest (
  recipient    text        not null,
  merchant_id  uuid        not null,
  subject      text        not null,
  stoppable    boolean     not null,                -- whether the letter has the link that freezes the account
  times        integer     not null,
  first_at     timestamptz not null,
  last_at      timestamptz not null,
  primary key (recipient, merchant_id, subject)
);

create index mail_digest_due on mail_digest (first_at);
