--liquibase formatted sql

--changeset assay:002-lookup-by-node
-- By address straight to the node: a look-up then costs the same however many machines wait.
create table lookup_address_of_node (
  address text not null,
  node_id bigint not null references node on delete cascade,
  primary key (address, node_id)
);
insert into lookup_address_of_node (address, node_id)
  select distinct a.address, i.node_id
  from lookup_address a join inspection i on i.id = a.inspection_id;
drop table lookup_address;
alter table lookup_address_of_node rename to lookup_address;
alter index lookup_address_of_node_pkey rename to lookup_address_pkey;
create index lookup_address_node on lookup_address (node_id);
