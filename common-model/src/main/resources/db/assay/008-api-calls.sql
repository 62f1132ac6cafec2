--liquibase formatted sql

--changeset assay:008-api-calls
-- HTTP calls that the rules of a finished inspection ordered, until they succeed or are given up.
-- Until due_at nobody may make the call: another makes it just now, or it failed and has to wait.
create table api_call (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  inspection_id bigint not null references inspection on delete cascade,
  call jsonb not null,
  failures int not null default 0,
  claim bigint not null default 0,
  due_at timestamptz not null default clock_timestamp()
) with (fillfactor = 80);
create index api_call_inspection on api_call (inspection_id);
create index api_call_due on api_call (due_at);
