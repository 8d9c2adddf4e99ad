-- Reusable links have a picture, and can be put away.
alter table payment_link add column picture_hash bytea;      -- of its picture in payment_link_picture
alter table payment_link add column picture_width integer;
alter table payment_link add column picture_height integer;
alter table payment_link add column archived_at timestamptz; -- null: in the list

-- Pictures of links, which we encoded ourselves.
create table payment_link_picture (
  merchant_id  uuid  not null,
  link_id      uuid  not null,
  hash         bytea not null,
  jpeg         bytea not null,
  primary key (link_id, merchant_id)
);

create index payment_link_picture_list on payment_link_picture (merchant_id, link_id) where hash > '';
create index payment_link_listed on payment_link (merchant_id, id) where archived_at is null;
create index payment_link_archived on payment_link (merchant_id, id) where archived_at is not null;
