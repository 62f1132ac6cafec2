--liquibase formatted sql

--changeset assay:029-document-transfers
-- Column place of document is 'database', or the key of an object in the object store that holds the
-- body. A row may have both for a while: then its own body is the one that is read. No key is ever
-- used twice, so an object that no row names can be deleted.
create index document_place on document (place) where place <> 'database';

-- Documents on their way to another place: whoever stores one that belongs there adds a row in the
-- same transaction. No foreign keys: the row of a document that was deleted is dropped when its turn
-- comes.
create table document_transfer (
  node_id bigint not null,
  digest bytea not null,
  -- 'database' or 's3'
  target text not null,
  -- when it is due; whoever works on it moves this into the future, so that a crash only delays it
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  -- the number of the last attempt among those at all documents
  claim bigint not null default 0,
  -- why the last attempt failed
  error text,
  primary key (node_id, digest)
);
create index document_transfer_due on document_transfer (due_at);
create sequence document_transfer_claim;

-- Whose objects these are: the object store keeps a copy of this, so that two installations that
-- were given the same prefix notice it before one deletes what the other one needs.
create table object_store_owner (id uuid not null);
insert into object_store_owner values (gen_random_uuid());
