--liquibase formatted sql

--changeset assay:018-bmc-host
-- Host and port of the BMC, out of driver_info, which is encrypted: finds machines that are
-- enrolled twice. Filled when a node is made or changed.
alter table node add column bmc_host text;
create index node_bmc_host on node (bmc_host) where bmc_host is not null;
