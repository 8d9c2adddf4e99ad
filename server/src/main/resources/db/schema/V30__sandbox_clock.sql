-- How far the clock of a sandbox is ahead of real time. A live instance never reads it.
create table sandbox_clock (
  only_row       boolean primary key default true check (only_row),
  ahead_seconds  bigint  not null check (ahead_seconds >= 0)
);
