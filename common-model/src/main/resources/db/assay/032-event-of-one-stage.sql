--liquibase formatted sql

--changeset assay:032-event-of-one-stage splitStatements:false
-- As in 025, but nearly every change adds one entry to the timeline, which needs no loop and no list.
create or replace function inspection_event_record() returns trigger language plpgsql as $$
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
  reached := new.timeline -> known;
  if reached ->> 'stage' = new.stage and jsonb_array_length(new.timeline) = known + 1 then
    insert into inspection_event (at, node_uuid, node_name, conductor_group, inspection_uuid,
      cause, stage, previous_stage, error_code, error)
    select (reached ->> 'at')::timestamptz, n.uuid, n.name, n.conductor_group, new.uuid,
      new.cause, new.stage, former,
      case when new.stage = 'error' then new.error_code end,
      case when new.stage = 'error' then left(new.error, 2000) end
    from node n where n.id = new.node_id;
    return null;
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
