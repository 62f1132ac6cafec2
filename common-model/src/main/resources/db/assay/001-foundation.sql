--liquibase formatted sql

--changeset assay:001-foundation
create table node (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  name text unique,
  driver text not null,
  driver_info jsonb not null,
  properties jsonb not null,
  extra jsonb not null,
  instance_info jsonb not null,
  instance_uuid uuid unique,
  instance_name text,
  maintenance boolean not null,
  maintenance_reason text,
  fault text,
  interfaces jsonb not null,
  resource_class text,
  conductor_group text not null,
  automated_clean boolean,
  protected boolean not null,
  protected_reason text,
  owner text,
  lessee text,
  description text,
  retired boolean not null,
  retired_reason text,
  network_data jsonb not null,
  shard text,
  parent_node uuid,
  disable_power_off boolean not null,
  driver_internal_info jsonb not null,
  agent_token_hash text,
  provision_state text not null,
  target_provision_state text,
  provision_updated_at timestamptz,
  power_state text,
  target_power_state text,
  last_error text,
  inspection_started_at timestamptz,
  inspection_finished_at timestamptz,
  boot_mode text,
  secure_boot boolean,
  auto_discovered boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz
) with (fillfactor = 80);
create index node_provision_state on node (provision_state);
create index node_driver on node (driver);
create index node_owner on node (owner) where owner is not null;
create index node_shard on node (shard) where shard is not null;
create index node_parent on node (parent_node) where parent_node is not null;

create table port (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  node_id bigint not null references node on delete cascade,
  address text not null unique,
  extra jsonb not null,
  pxe_enabled boolean not null,
  local_link_connection jsonb not null,
  physical_network text,
  is_smartnic boolean not null,
  name text unique,
  description text,
  vendor text,
  category text,
  available_for_dynamic_portgroup boolean not null,
  internal_info jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index port_node on port (node_id);

create table node_history (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  node_id bigint not null references node on delete cascade,
  created_at timestamptz not null,
  severity text not null,
  event_type text not null,
  event text not null,
  conductor text,
  user_name text,
  state text not null,
  target_provision_state text,
  duration_seconds bigint
);
create index node_history_node on node_history (node_id, created_at);

-- One row a run. Stages that are not over count as active: at most one a node.
create table inspection (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  node_id bigint not null references node on delete cascade,
  cause text not null,
  inspect_interface text not null,
  stage text not null,
  stage_deadline timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  request_id text,
  timeline jsonb not null,
  trace jsonb,
  error_code text,
  error text
) with (fillfactor = 80);
create unique index inspection_one_active on inspection (node_id)
  where stage not in ('finished', 'error');
create index inspection_node on inspection (node_id, id);
create index inspection_deadline on inspection (stage_deadline)
  where stage_deadline is not null;

-- What the ramdisk sent, whole, compressed.
create table inspection_payload (
  inspection_id bigint primary key references inspection on delete cascade,
  body bytea not null,
  size bigint not null,
  received_at timestamptz not null
);
alter table inspection_payload alter column body set storage external;

-- The addresses by which a waiting inspection's node is known; canonical text.
create table lookup_address (
  address text not null,
  inspection_id bigint not null references inspection on delete cascade,
  primary key (address, inspection_id)
);
create index lookup_address_inspection on lookup_address (inspection_id);

create table node_inventory (
  node_id bigint primary key references node on delete cascade,
  inspection_id bigint not null,
  inventory bytea not null,
  plugin_data bytea not null,
  created_at timestamptz not null
);
alter table node_inventory alter column inventory set storage external;
alter table node_inventory alter column plugin_data set storage external;

create sequence lease_epoch;
create table lease (
  name text primary key,
  holder text not null,
  epoch bigint not null,
  expires_at timestamptz not null
);
create index lease_holder on lease (holder);

create table conductor (
  hostname text primary key,
  conductor_group text not null,
  online boolean not null,
  expires_at timestamptz not null,
  drivers jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table pxe_filter (
  hostname text primary key,
  expires_at timestamptz not null,
  updated_at timestamptz not null
);

-- Messages that must go out because of what was committed with them.
create table outbox (
  id bigint generated always as identity primary key,
  destination text not null,
  body text not null,
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0
) with (fillfactor = 70);
create index outbox_due on outbox (due_at);
