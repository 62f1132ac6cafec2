--liquibase formatted sql

--changeset assay:012-outbox-by-node
-- The node that a command is about: by its driver and conductor group the command finds its way.
alter table outbox add column node uuid;
-- When it was to be sent first: what nobody takes is tried less and less often.
alter table outbox add column since timestamptz not null default clock_timestamp();
update outbox set node = cast(cast(body as jsonb) -> 'command' ->> 'node' as uuid)
where destination = 'CONDUCTORS';
drop index outbox_due;
create index outbox_due on outbox (destination, due_at);
