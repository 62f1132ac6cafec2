--liquibase formatted sql

--changeset assay:003-outbox-hold
-- A message is held by time alone; how often it was tried is in the metrics.
alter table outbox drop column attempts;
