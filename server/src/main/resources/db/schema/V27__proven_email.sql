-- When a user has proven to read the mail of its address. Users from before count as proven. Without a mail
-- server nobody is asked, and everybody counts as proven at once.
alter table merchant_user add column proven_at timestamptz;
update merchant_user set proven_at = created_at;

-- When the first owner has proven its address. Until then we write to nobody else on behalf of the merchant.
alter table merchant add column email_proven_at timestamptz;
update merchant set email_proven_at = created_at;

-- Links that prove an address, at most one for each user. Only a hash of the token is kept; using one
-- deletes it.
create table email_confirmation (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  token_hash   bytea       not null unique,              -- SHA-256
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- What only the letter of an invitation has: the link that the inviting person sees does not prove anything.
alter table invitation add column letter_hash bytea;     -- SHA-256
