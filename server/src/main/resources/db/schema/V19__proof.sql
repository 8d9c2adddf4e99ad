-- When the person behind a session was last proven, by signing in or by password and second factor
-- again. What matters needs a proof that is younger than account.fresh.
alter table merchant_session add column proven_at timestamptz not null default now();
update merchant_session set proven_at = created_at;
