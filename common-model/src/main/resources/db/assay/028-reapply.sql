--liquibase formatted sql

--changeset assay:028-reapply
-- An order to process the stored data of many nodes again.
create table reapply (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  filters jsonb not null,
  user_name text,
  request_id text,
  created_at timestamptz not null,
  cancelled boolean not null default false,
  ended_at timestamptz
);
create index reapply_open on reapply (id) where ended_at is null;

-- The nodes of an order: each waits until its inspection is begun, or it is skipped for a reason.
create table reapply_node (
  reapply_id bigint not null references reapply on delete cascade,
  node_id bigint not null references node on delete cascade,
  attempts int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  inspection uuid,
  skipped text,
  primary key (reapply_id, node_id)
);
create index reapply_node_due on reapply_node (reapply_id, node_id)
  where inspection is null and skipped is null;
create index reapply_node_node on reapply_node (node_id);
