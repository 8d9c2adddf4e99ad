-- Links that set a new password, at most one for each user. Only a hash of the token is kept; using one
-- deletes it.
create table password_reset (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  token_hash   bytea       not null unique,              -- SHA-256
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);
