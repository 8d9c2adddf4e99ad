-- What a key may be used for, until when and from where. Null means no restriction.
alter table api_key
  add column scopes           text[] check (cardinality(scopes) > 0),
  add column expires_at       timestamptz,
  add column allowed_sources  text[] check (cardinality(allowed_sources) > 0);  -- addresses and CIDR ranges
