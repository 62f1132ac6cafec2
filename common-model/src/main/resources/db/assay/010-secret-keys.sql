--liquibase formatted sql

--changeset assay:010-secret-keys
-- The keys that values may be encrypted with, and a text encrypted with each, which tells whether
-- the key of a file is the one that is meant. Never the keys themselves.
create table secret_key (
  id text primary key,
  proof text not null,
  created_at timestamptz not null default now()
);
