--liquibase formatted sql

--changeset assay:011-lease-process
-- Which process holds the lease, besides the name of its host: a number that a crash of the database,
-- or a restored backup, makes repeat is then still another lease. The default is for older processes.
alter table lease
  add column process uuid not null default '00000000-0000-0000-0000-000000000000';
comment on sequence lease_epoch is 'one number for each process that takes leases';

--changeset assay:011-lease-epoch-restart
-- It numbered leases and from now on numbers processes, whose number times 2^40 is the first epoch:
-- after eight million, which leases may have reached, that would be no bigint any more. From 1 on
-- it is above every number of a single lease.
alter sequence lease_epoch restart;
