--liquibase formatted sql

--changeset assay:007-inspection-rules
create table inspection_rule (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  description text,
  priority int not null check (priority between 0 and 9999),
  scope text,
  sensitive boolean not null,
  phase text not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
-- In the order in which they run, and in which lists show them.
create index inspection_rule_order on inspection_rule (priority desc, id);

-- One row. Every transaction that changes a rule counts up: a process knows by it whether the
-- rules that it has are the latest.
create table inspection_rule_revision (
  id int primary key check (id = 1),
  revision bigint not null
);
insert into inspection_rule_revision values (1, 0);

-- Announcements are no longer for the PXE filters only.
update outbox set destination = 'EVERYONE' where destination = 'FILTERS';
