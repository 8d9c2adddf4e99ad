-- The lowest X-Signature-Version that the key accepts where a call is signed. Version 2 also binds the
-- idempotency key.
alter table api_key add column signature_version smallint not null default 1
  check (signature_version in (1, 2));
