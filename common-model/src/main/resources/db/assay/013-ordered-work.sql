--liquibase formatted sql

--changeset assay:013-ordered-work
-- When the command of the present stage was last sent; null in stages that need none. How often it
-- was sent again. When a conductor took the stage up; null while the command waits for one.
-- The default is for older processes. It comes in a statement of its own: with a volatile default
-- PostgreSQL would write the whole table anew.
alter table inspection add column ordered_at timestamptz;
alter table inspection alter column ordered_at set default clock_timestamp();
alter table inspection add column reorders int not null default 0;
alter table inspection add column begun_at timestamptz;
update inspection set ordered_at = clock_timestamp()
where stage in ('starting', 'processing', 'aborting');
create index inspection_ordered on inspection (ordered_at) where ordered_at is not null;

-- The same for what is under way on a node beside inspections: verifying, cleaning, a change of
-- power (what was asked for, and its timeout), and the power-off that follows an inspection, which
-- it names. All of it fails at the deadline.
alter table node add column ordered_at timestamptz;
alter table node add column reorders int not null default 0;
alter table node add column work_deadline timestamptz;
alter table node add column power_change text;
alter table node add column power_timeout_seconds bigint;
alter table node add column power_off_after uuid;
update node
set ordered_at = clock_timestamp(), work_deadline = clock_timestamp() + interval '6 h',
    power_change = target_power_state,
    power_timeout_seconds = case when target_power_state is not null then 60 end
where provision_state in ('verifying', 'cleaning') or target_power_state is not null;
create index node_ordered on node (ordered_at) where ordered_at is not null;
create index node_work_deadline on node (work_deadline) where work_deadline is not null;
