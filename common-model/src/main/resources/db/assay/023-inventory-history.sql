--liquibase formatted sql

--changeset assay:023-documents
-- Compressed JSON texts of a node, each stored once: docs/decisions/0047. What refers to one has its
-- digest, and no foreign key: whoever adds or removes such a row holds the node's row.
create table document (
  node_id bigint not null references node on delete cascade,
  -- SHA-256 of what the document says; of documents that were copied from node_inventory, of body
  digest bytea not null,
  -- where the body is
  place text not null default 'database',
  -- bytes of the body
  size int not null,
  -- gzip; null when it is in another place
  body bytea,
  -- of the rest of a payload: this many bytes of the body come before the inventory
  split int not null default 0,
  created_at timestamptz not null default now(),
  primary key (node_id, digest)
);
alter table document alter column body set storage external;

-- What each successful inspection found; both are documents of the node.
create table inspection_result (
  inspection_id bigint primary key references inspection on delete cascade,
  node_id bigint not null,
  inventory bytea not null,
  plugin_data bytea not null,
  created_at timestamptz not null
);
create index inspection_result_node on inspection_result (node_id, inspection_id);

-- A payload consists of two documents: the inventory, and the rest. Then body is empty, except as
-- long as a conductor of the version before is alive.
alter table inspection_payload add column inventory bytea;
alter table inspection_payload add column rest bytea;

-- The trace as a document, without the times of its hooks, which are never the same twice.
alter table inspection add column trace_document bytea;
alter table inspection add column hook_micros int[];

-- Whether this conductor can read payloads that are documents.
alter table conductor add column reads_documents boolean not null default false;

--changeset assay:023-node-inventory splitStatements:false
-- Processes of the version before write and read node_inventory: what they write is copied into the
-- history, and what this version writes is copied for them. Both triggers and the table can go with
-- the next version.
create function copy_inventory_to_history() returns trigger language plpgsql as $$
begin
  insert into document (node_id, digest, size, body)
  values (new.node_id, sha256(new.inventory), octet_length(new.inventory), new.inventory),
    (new.node_id, sha256(new.plugin_data), octet_length(new.plugin_data), new.plugin_data)
  on conflict do nothing;
  insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
  select id, node_id, sha256(new.inventory), sha256(new.plugin_data), new.created_at
  from inspection where id = new.inspection_id and node_id = new.node_id
  on conflict do nothing;
  return null;
end $$;

create function copy_inventory_from_history() returns trigger language plpgsql as $$
begin
  insert into node_inventory as kept
    (node_id, inspection_id, inventory, plugin_data, created_at)
  select new.node_id, new.inspection_id, i.body, p.body, new.created_at
  from document i join document p on p.node_id = i.node_id
  where i.node_id = new.node_id and i.digest = new.inventory and p.digest = new.plugin_data
    and i.body is not null and p.body is not null
  on conflict (node_id) do update
  set inspection_id = excluded.inspection_id, created_at = excluded.created_at,
    -- an equal value is not written again
    inventory = case when kept.inventory = excluded.inventory
                     then kept.inventory else excluded.inventory end,
    plugin_data = case when kept.plugin_data = excluded.plugin_data
                       then kept.plugin_data else excluded.plugin_data end;
  return null;
end $$;

create trigger node_inventory_written after insert or update on node_inventory
  for each row when (pg_trigger_depth() = 0) execute function copy_inventory_to_history();

-- The inspection of an inventory may have been deleted, as it was only a matter of age.
insert into inspection (id, uuid, node_id, cause, inspect_interface, stage, started_at, finished_at,
  timeline) overriding system value
select v.inspection_id, gen_random_uuid(), v.node_id, 'requested',
  coalesce(n.interfaces ->> 'inspect', 'agent'), 'finished', v.created_at, v.created_at, '[]'
from node_inventory v join node n on n.id = v.node_id
where not exists (select 1 from inspection i where i.id = v.inspection_id)
on conflict do nothing;

insert into document (node_id, digest, size, body)
select node_id, sha256(inventory), octet_length(inventory), inventory from node_inventory
on conflict do nothing;
insert into document (node_id, digest, size, body)
select node_id, sha256(plugin_data), octet_length(plugin_data), plugin_data from node_inventory
on conflict do nothing;
insert into inspection_result (inspection_id, node_id, inventory, plugin_data, created_at)
select i.id, i.node_id, sha256(v.inventory), sha256(v.plugin_data), v.created_at
from node_inventory v join inspection i on i.id = v.inspection_id and i.node_id = v.node_id
on conflict do nothing;

create trigger inspection_result_written after insert or update on inspection_result
  for each row when (pg_trigger_depth() = 0) execute function copy_inventory_from_history();
