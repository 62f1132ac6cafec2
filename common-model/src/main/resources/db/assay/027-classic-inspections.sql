--liquibase formatted sql

--changeset assay:027-classic-inspections
-- Started by the classic API: the provision state of the node does not follow it.
alter table inspection add column classic boolean not null default false;
-- False when the operator boots the machine: neither power nor boot device are touched.
alter table inspection add column manage_boot boolean not null default true;
-- The inspection whose stored data are processed again, while it exists.
alter table inspection add column reapplied_from uuid;
