--liquibase formatted sql

--changeset assay:024-attempts
-- What became of lookups, and of callbacks that were refused; for operators. The same keys with the
-- same outcome are one row; digest is the SHA-256 of both. reference_list has the references that
-- the latest responses carried, newest first.
create table lookup_attempt (
  id bigint generated always as identity primary key,
  digest bytea not null unique,
  kind text not null,
  outcome text not null,
  sentence text not null,
  reference_list text[] not null,
  node_uuid uuid,
  macs text[] not null,
  bmc_addresses text[] not null,
  nodes uuid[] not null,
  candidates jsonb not null,
  source text not null,
  source_network text not null,
  request_id text not null,
  payload_digest bytea,
  times bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index lookup_attempt_asked on lookup_attempt
  using gin (reference_list, macs, bmc_addresses, nodes);
create index lookup_attempt_last_seen on lookup_attempt (last_seen_at);

-- The data of refused callbacks, whole except for the ramdisk's logs, compressed. The same data are
-- one row; digest is the SHA-256 of the compressed body.
create table unmatched_payload (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  digest bytea not null unique,
  body bytea not null,
  size bigint not null,
  outcome text not null,
  sentence text not null,
  reference text not null,
  node_uuid uuid,
  macs text[] not null,
  bmc_addresses text[] not null,
  candidates jsonb not null,
  source text not null,
  source_network text not null,
  times bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
alter table unmatched_payload alter column body set storage external;
create index unmatched_payload_last_seen on unmatched_payload (last_seen_at);

-- The reference that the response to an accepted callback carried.
alter table inspection_payload add column reference text;
create index inspection_payload_reference on inspection_payload (reference)
  where reference is not null;

--changeset assay:024-usual-durations
-- Of a failed inspection: how long its last stage usually takes at most, in seconds.
alter table inspection add column usual_seconds double precision;
