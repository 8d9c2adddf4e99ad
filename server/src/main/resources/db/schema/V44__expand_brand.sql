-- How a merchant's pages and letters look, and how long before the end of a link its customers are reminded.
alter table merchant add column brand_color text;         -- such as #0a7f5a
alter table merchant add column logo_hash bytea;          -- of its picture in merchant_logo
alter table merchant add column reminder_hours integer;   -- null: never

-- Merchants' logos, which we encoded ourselves.
create table merchant_logo (
  merchant_id  uuid    primary key references merchant on delete cascade,
  hash         bytea   not null,
  png          bytea   not null,
  width        integer not null,
  height       integer not null
);

-- Payments whose customers are to be reminded, until it was done or was no longer needed.
create table payment_reminder (
  merchant_id  uuid        not null,
  payment_id   uuid        not null,
  due_at       timestamptz not null,
  primary key (payment_id, merchant_id)
);

create index payment_reminder_due on payment_reminder (due_at);
