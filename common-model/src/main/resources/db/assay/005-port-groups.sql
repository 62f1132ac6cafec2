--liquibase formatted sql

--changeset assay:005-port-groups
create table port_group (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  node_id bigint not null references node on delete cascade,
  name text unique,
  address text unique,
  extra jsonb not null,
  standalone_ports_supported boolean not null,
  mode text not null,
  properties jsonb not null,
  physical_network text,
  category text,
  internal_info jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index port_group_node on port_group (node_id);
-- No cascade: a port group is deleted only when no port is in it, or with its node.
alter table port add column portgroup_uuid uuid references port_group (uuid);
create index port_portgroup on port (portgroup_uuid) where portgroup_uuid is not null;
