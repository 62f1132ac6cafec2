--liquibase formatted sql

--changeset assay:004-traits
alter table node add column traits jsonb not null default '[]';
