--liquibase formatted sql

--changeset assay:014-retention
-- What retention looks for: runs that are over, oldest first.
create index inspection_finished on inspection (finished_at, id) where finished_at is not null;

-- The logs that a ramdisk sent with its data (a tar archive, gzip), until a conductor has written
-- them to a file or dropped them: payloads are stored without them.
create table inspection_logs (
  inspection_id bigint primary key references inspection on delete cascade,
  archive bytea not null,
  received_at timestamptz not null
);
alter table inspection_logs alter column archive set storage external;

--changeset assay:014-discovered-nodes
-- How many nodes of auto-discovery wait is counted before another one is made.
create index node_discovered on node (id) where auto_discovered and provision_state = 'enroll';
