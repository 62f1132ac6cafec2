--liquibase formatted sql

--changeset assay:026-classic-rules
-- Rules in the format of the classic Inspector API, which run in the order of their ids.
create table classic_rule (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  description text,
  scope text,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamptz not null
);
