--liquibase formatted sql

--changeset assay:025-inspection-events
-- One row for each stage that an inspection reached, in the order (xid, id), in which it is read: a
-- row is shown when every transaction that has a lower or the same xid is over, so that none can
-- appear in front of a row that somebody has seen. It names the node and is no foreign key: events
-- outlive what they tell of.
create table inspection_event (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  node_uuid uuid not null,
  node_name text,
  conductor_group text not null,
  inspection_uuid uuid not null,
  cause text not null,
  stage text not null,
  previous_stage text,
  error_code text,
  error text,
  recorded_at timestamptz not null default now(),
  primary key (xid, id)
);

-- One row. All events up to this place were deleted.
create table inspection_event_horizon (
  one boolean primary key default true check (one),
  xid xid8 not null,
  id bigint not null
);
insert into inspection_event_horizon (xid, id) values ('0', 0);

--changeset assay:025-inspection-event-triggers splitStatements:false
-- In the transaction and the round trip that change the stage, whatever the version of the process
-- that does. An inspection whose stages are all committed at once gives one event for each.
create function inspection_event_record() returns trigger language plpgsql as $$
declare
  known int := 0;
  former text;
  added jsonb;
  reached jsonb;
begin
  if tg_op = 'UPDATE' then
    known := jsonb_array_length(old.timeline);
    former := old.stage;
  end if;
  select coalesce(jsonb_agg(e.value order by e.ordinality), '[]') into added
  from jsonb_array_elements(new.timeline) with ordinality e where e.ordinality > known;
  if added -> -1 ->> 'stage' is distinct from new.stage then
    added := added || jsonb_build_object('stage', new.stage, 'at', clock_timestamp());
  end if;
  for reached in select value from jsonb_array_elements(added) loop
    insert into inspection_event (at, node_uuid, node_name, conductor_group, inspection_uuid,
      cause, stage, previous_stage, error_code, error)
    select (reached ->> 'at')::timestamptz, n.uuid, n.name, n.conductor_group, new.uuid,
      new.cause, reached ->> 'stage', former,
      case when reached ->> 'stage' = 'error' then new.error_code end,
      case when reached ->> 'stage' = 'error' then left(new.error, 2000) end
    from node n where n.id = new.node_id;
    former := reached ->> 'stage';
  end loop;
  return null;
end $$;

create trigger inspection_event_begun after insert on inspection
  for each row execute function inspection_event_record();
create trigger inspection_event_reached after update of stage on inspection
  for each row when (old.stage is distinct from new.stage)
  execute function inspection_event_record();

--changeset assay:025-webhooks
-- Where events are sent. The target (URL and secret) is encrypted. The position is the last event
-- that the receiver has taken, so that the table of events is the outbox of all webhooks; the claim
-- numbers attempts, and only the latest one may move the position.
create table webhook (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  target jsonb not null,
  filter jsonb not null,
  description text,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  position_xid xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  position_id bigint not null default 0,
  claim bigint not null default 0,
  due_at timestamptz not null default now(),
  test_due boolean not null default false,
  failures int not null default 0,
  failing_since timestamptz,
  given_up_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  last_status int,
  last_error text
) with (fillfactor = 70);
