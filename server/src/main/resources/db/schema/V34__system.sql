-- Letters are claimed merchant by merchant, so that the long queue of one delays no other. Those about no merchant
-- take their turn as if they had one.
create index mail_due_of_merchant
    on mail ((coalesce(merchant_id, '00000000-0000-0000-0000-000000000001')), due_at) where state = 'pending';

-- The nodes that run, each in one row that it writes every few seconds. None of these tables belongs to a merchant;
-- all of them stay small.
create table node (
  name        text        primary key,              -- host and port of its public listener
  version     text        not null,
  started_at  timestamptz not null,
  seen_at     timestamptz not null,
  stopped_at  timestamptz,                          -- null: it runs, or ended without saying so
  leads       text[]      not null,                 -- the work that it alone does
  troubles    text[]      not null                  -- what it sees that the database does not show
) with (fillfactor = 50);

-- The last backup of each kind, noted by the command that made it.
create table backup_taken (
  kind      text        primary key,                -- file: verified; stream: not
  taken_at  timestamptz not null,
  bytes     bigint                                  -- null: unknown
);

-- The size of each table, once a day, so that its growth can be told.
create table table_size (
  name   text   not null,
  day    date   not null,
  bytes  bigint not null,
  primary key (name, day)
);
