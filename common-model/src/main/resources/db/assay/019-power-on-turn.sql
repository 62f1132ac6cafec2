--liquibase formatted sql

--changeset assay:019-power-on-turn
-- When the next machine may be powered on for an inspection, by any conductor; one row at most.
create table power_on_turn (
  only_row boolean primary key default true check (only_row),
  next_at timestamptz not null
);
