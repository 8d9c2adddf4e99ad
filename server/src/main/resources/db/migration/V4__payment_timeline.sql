-- A payment's page shows what was reported of it, in order.
create index settlement_event_by_payment on settlement_event (merchant_id, payment_id, recorded_at);
