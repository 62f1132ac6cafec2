--liquibase formatted sql

--changeset assay:033-leases-by-name
-- A lease is found by its name. Plans made while there were no leases used this index instead, and
-- read all leases of a conductor each time. What needs the leases of a conductor reads the table,
-- which has only as many rows as there is work in progress.
drop index lease_holder;
