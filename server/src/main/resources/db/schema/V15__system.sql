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

-- How far the old rows of a kind have been deleted. The next step continues from there, so no step reads what an
-- earlier one has read.
create table retention (
  kind     text        primary key,
  done_to  uuid        not null,                    -- ids up to this one have been looked at
  removed  bigint      not null,                    -- rows, since the first run
  ran_at   timestamptz not null
);

-- One row that nodes write to find out whether a commit becomes durable now. It holds nothing.
create table readiness_probe (
  only_row  boolean     primary key check (only_row),
  probed_at timestamptz not null
);

-- The mode in which this database is used, noted at the first start. The other mode refuses to start on it, so that
-- simulated payments are never taken for real ones.
create table instance_mode (
  only_row  boolean primary key default true check (only_row),
  mode      text    not null check (mode in ('live', 'sandbox'))
);

-- How far the clock of a sandbox is ahead of real time. A live instance never reads it.
create table sandbox_clock (
  only_row       boolean primary key default true check (only_row),
  ahead_seconds  bigint  not null check (ahead_seconds >= 0)
);
