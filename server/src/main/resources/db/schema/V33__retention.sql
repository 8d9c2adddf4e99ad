-- How far the old rows of a kind have been deleted. The next step continues from there, so no step reads what an
-- earlier one has read.
create table retention (
  kind     text        primary key,
  done_to  uuid        not null,                    -- ids up to this one have been looked at
  removed  bigint      not null,                    -- rows, since the first run
  ran_at   timestamptz not null
);

-- The last event of a merchant that was deleted; all before it are gone as well. A reader whose cursor is older
-- has missed events and is told so.
create table event_removed (
  merchant_id  uuid        primary key references merchant,
  position     bigint      not null,
  event_id     uuid        not null,
  removed_at   timestamptz not null default now()
);

-- Only the statement that deletes expired sessions of all merchants repeats the condition.
create index merchant_session_by_expiry on merchant_session (expires_at) where created_at > '-infinity';

-- The letters to one customer of a merchant, to erase them.
create index mail_by_recipient on mail (recipient, merchant_id, id);
