--liquibase formatted sql

--changeset assay:015-chassis
create table chassis (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  description text,
  extra jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
-- No cascade: a chassis is deleted only when no node is in it.
alter table node add column chassis_uuid uuid references chassis (uuid);
create index node_chassis on node (chassis_uuid) where chassis_uuid is not null;
