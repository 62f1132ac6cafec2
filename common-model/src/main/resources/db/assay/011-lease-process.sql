--liquibase formatted sql

--changeset assay:011-lease-process
-- Which process holds the lease, besides the name of its host: a number that a crash of the database,
-- or a restored backup, makes repeat is then still another lease. The default is for older processes.
alter table lease
  add column process uuid not null default '00000000-0000-0000-0000-000000000000';
comment on sequence lease_epoch is 'one number for each process that takes leases';
