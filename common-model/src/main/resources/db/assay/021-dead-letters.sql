--liquibase formatted sql

--changeset assay:021-dead-letters
-- Messages that no conductor could carry out, until somebody replays or deletes them. Messages with
-- the same text are one row; digest is the SHA-256 of the text.
create table dead_letter (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  digest bytea not null unique,
  body text not null,
  queue text,
  reason text not null,
  request_id text,
  command text,
  node_uuid uuid,
  times bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);

-- How often conductors failed to carry out a message while the database worked.
create table failed_command (
  digest bytea primary key,
  failures int not null,
  failed_at timestamptz not null
) with (fillfactor = 80);
