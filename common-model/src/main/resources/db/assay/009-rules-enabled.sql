--liquibase formatted sql

--changeset assay:009-rules-enabled
-- Inspections run enabled rules only; the others wait, and can be tried out.
alter table inspection_rule add column enabled boolean not null default true;
