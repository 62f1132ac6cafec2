--liquibase formatted sql

--changeset assay:017-power-check
-- When the power state of a node is read from its BMC next; a table of its own, because rows of
-- node are wide and this one changes every two minutes.
create table power_check (
  node_id bigint primary key references node (id) on delete cascade,
  next_at timestamptz not null,
  failures integer not null default 0
);
create index power_check_next_at on power_check (next_at);
