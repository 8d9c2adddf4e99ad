-- The key that took over when this one was rolled, and the address of the last call.
alter table api_key
  add column replaced_by     uuid,
  add column last_used_from  text;
