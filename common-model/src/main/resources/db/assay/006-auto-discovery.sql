--liquibase formatted sql

--changeset assay:006-auto-discovery
-- By what a machine was discovered: MACs, or BMC addresses when it has none. One node each.
create table discovered_address (
  address text primary key,
  node_id bigint not null references node on delete cascade
);
create index discovered_address_node on discovered_address (node_id);
