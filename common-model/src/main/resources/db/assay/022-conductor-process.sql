--liquibase formatted sql

--changeset assay:022-conductor-process
-- The process that heartbeats under this name, as in its leases; null of older versions. As long as
-- it lives, its heartbeat's connection holds an advisory lock of that number.
alter table conductor add column process uuid;
