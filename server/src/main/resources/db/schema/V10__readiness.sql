-- One row that nodes write to find out whether a commit becomes durable now. It holds nothing.
create table readiness_probe (
  only_row  boolean     primary key check (only_row),
  probed_at timestamptz not null
);
