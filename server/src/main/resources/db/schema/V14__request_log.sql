-- A merchant's own calls: all refusals and some of the successes, within bounds, for 14 days. Written in
-- groups beside the calls, so it may lack the last moment before a crash. Bodies, query strings and
-- secrets are never here.
create table request_log (
  merchant_id      uuid        not null,
  id               uuid        not null,            -- of the request, a UUIDv7: in the order of time
  at               timestamptz not null,
  api_key_id       uuid        not null,
  authenticated    boolean     not null,            -- false: somebody named the key and proved nothing
  method           text        not null,
  path             text        not null,            -- without the query, cut where a secret is
  status           integer     not null,
  code             text,                            -- of the problem; null: it succeeded
  duration_micros  bigint      not null,
  source           text        not null,
  idempotency_key  text,
  primary key (id, merchant_id)
) with (autovacuum_vacuum_scale_factor = 0.05);     -- the oldest are deleted all the time

create index request_log_list on request_log (merchant_id, id) where at > '-infinity';
