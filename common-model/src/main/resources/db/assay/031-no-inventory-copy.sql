--liquibase formatted sql

--changeset assay:031-no-inventory-copy
-- Every version that may still run stores results as documents (023): nothing reads the copy of the
-- latest one in node_inventory. The table goes with the next version.
drop trigger node_inventory_written on node_inventory;
drop trigger inspection_result_written on inspection_result;
drop function copy_inventory_to_history();
drop function copy_inventory_from_history();
