--liquibase formatted sql

--changeset assay:020-pxe-filter-report
-- What a PXE filter does at the moment, for operators; written with each heartbeat.
alter table pxe_filter add column report jsonb;
