--liquibase formatted sql

--changeset assay:030-inspection-traceparent
-- The span in which the inspection was ordered, as in the header of W3C Trace Context, so that the trace
-- of the callback, which begins with the ramdisk, can point to it; null while tracing is off.
alter table inspection add column traceparent text;
