-- What was given back, beside the payment: it is read with every payment, and changes once per refund.
alter table payment add column refunded numeric; -- the sum of its settled refunds; null without one

update payment p set refunded = r.sum
  from (select merchant_id, payment_id, sum(amount) as sum from refund where status = 'settled'
         group by merchant_id, payment_id) r
 where p.id = r.payment_id and p.merchant_id = r.merchant_id;
