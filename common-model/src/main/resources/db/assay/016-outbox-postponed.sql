--liquibase formatted sql

--changeset assay:016-outbox-postponed
-- Nobody took the message when it was sent: it waits for a receiver, not for the broker.
alter table outbox add column postponed boolean not null default false;
