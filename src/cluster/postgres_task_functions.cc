#include "cluster/postgres_schema.h"

namespace freshet::cluster {

const char* const kTaskTables = R"sql(
CREATE TABLE task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  options text NOT NULL,
  driver text NOT NULL,
  lease interval NOT NULL,
  driver_until timestamptz NOT NULL,
  started timestamptz NOT NULL,
  ended timestamptz,
  step integer NOT NULL DEFAULT 0,
  payload text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  message text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX task_running ON task (state) WHERE state = 'running';

CREATE TABLE task_part (
  task bigint NOT NULL REFERENCES task ON DELETE CASCADE,
  session bigint NOT NULL,
  agent text NOT NULL,
  writer integer NOT NULL,
  shards smallint[] NOT NULL,
  begun integer NOT NULL DEFAULT 0,
  finished integer NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (task, session)
);

CREATE TABLE task_piece (
  task bigint NOT NULL REFERENCES task ON DELETE CASCADE,
  step integer NOT NULL,
  to_driver boolean NOT NULL,
  session bigint NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (task, step, to_driver, session, number)
);
)sql";

// A function that changes a task locks its row first. They return why the task does not run any
// more, or NULL.
const char* const kTaskFunctions = R"sql(
CREATE FUNCTION task_fail(the_task bigint, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task SET state = 'failed', message = reason, ended = clock_timestamp()
  WHERE id = the_task AND state = 'running';
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM task_piece WHERE task = the_task;
  PERFORM cluster_notify();
END $$;

-- Returns the task that runs, after one that cannot go on was ended.
CREATE FUNCTION task_settle() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  present task;
  lost text;
BEGIN
  SELECT * INTO present FROM task WHERE state = 'running' FOR UPDATE;
  IF present.id IS NULL THEN RETURN NULL; END IF;
  IF present.driver_until <= clock_timestamp() THEN
    PERFORM task_fail(present.id, 'the command that drives it does not answer any more ('
                      || present.driver || ')');
    RETURN NULL;
  END IF;
  SELECT min(agent COLLATE "C") INTO lost FROM task_part
  WHERE task = present.id AND NOT cluster_is_alive(session);
  IF lost IS NOT NULL THEN
    PERFORM task_fail(present.id, 'the agent ' || lost || ' has left the cluster');
    RETURN NULL;
  END IF;
  RETURN present.id;
END $$;

CREATE FUNCTION task_enter(the_task bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  old task;
BEGIN
  IF task_settle() = the_task THEN RETURN NULL; END IF;
  SELECT * INTO old FROM task WHERE id = the_task;
  IF old.state = 'failed' THEN RETURN old.message; END IF;
  RETURN 'it has ended';
END $$;

-- The task and its step in which a session takes part.
CREATE FUNCTION task_of(the_session bigint, OUT the_task bigint, OUT the_step integer)
LANGUAGE sql AS $$
  SELECT t.id, t.step FROM task t JOIN task_part p ON p.task = t.id
  WHERE t.state = 'running' AND p.session = the_session
$$;

CREATE FUNCTION task_start(new_kind text, new_options text, new_driver text, new_lease interval)
RETURNS TABLE (the_task bigint, agents bigint, unowned smallint[], other_kind text,
               other_driver text, other_age bigint)
LANGUAGE plpgsql AS $$
DECLARE
  other bigint;
  now timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  other := task_settle();
  now := clock_timestamp();
  SELECT t.kind, t.driver, cluster_microseconds(now) - cluster_microseconds(t.started)
  INTO other_kind, other_driver, other_age FROM task t WHERE t.id = other;
  SELECT count(DISTINCT a.session) INTO agents FROM agent a WHERE cluster_is_alive(a.session);
  SELECT coalesce(array_agg(s.shard), '{}') INTO unowned FROM assignment s
  WHERE NOT EXISTS (SELECT FROM agent a WHERE a.session = s.owner AND a.name = s.agent
                    AND cluster_is_alive(a.session));
  IF other IS NULL AND cardinality(unowned) = 0 THEN
    DELETE FROM task t WHERE t.started < now - interval '30 days';
    INSERT INTO task (kind, options, driver, lease, driver_until, started)
    VALUES (new_kind, new_options, new_driver, new_lease, now + new_lease, now)
    RETURNING id INTO the_task;
    INSERT INTO task_part (task, session, agent, writer, shards)
    SELECT the_task, a.session, a.name, a.writer, array_agg(s.shard)
    FROM assignment s JOIN agent a ON a.session = s.owner GROUP BY a.session, a.name, a.writer;
    PERFORM cluster_notify();
  END IF;
  RETURN NEXT;
END $$;

CREATE FUNCTION task_renew(the_task bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NULL THEN
    UPDATE task SET driver_until = clock_timestamp() + lease WHERE id = the_task;
  END IF;
  RETURN over;
END $$;

CREATE FUNCTION task_begin_step(the_task bigint, new_step integer, new_payload text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NOT NULL THEN RETURN over; END IF;
  UPDATE task t SET step = new_step, payload = new_payload
  WHERE id = the_task AND step = new_step - 1
    AND NOT EXISTS (SELECT FROM task_part p WHERE p.task = the_task AND p.finished < t.step);
  IF FOUND THEN
    DELETE FROM task_piece WHERE task = the_task AND step < new_step;
    PERFORM cluster_notify();
  ELSIF (SELECT step FROM task WHERE id = the_task) <> new_step THEN
    RAISE EXCEPTION 'step % of the task cannot begin now', new_step;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION task_end(the_task bigint, failure text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text;
BEGIN
  IF failure IS NULL AND (SELECT state FROM task WHERE id = the_task) = 'done' THEN
    RETURN NULL;
  END IF;
  over := task_enter(the_task);
  IF over IS NOT NULL THEN RETURN over; END IF;
  IF failure IS NOT NULL THEN
    PERFORM task_fail(the_task, failure);
    RETURN NULL;
  END IF;
  UPDATE task SET state = 'done', ended = clock_timestamp() WHERE id = the_task;
  DELETE FROM task_piece WHERE task = the_task;
  PERFORM cluster_notify();
  RETURN NULL;
END $$;

CREATE FUNCTION task_report(the_task bigint, the_session bigint, the_step integer,
                            new_done bigint, new_total bigint)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NULL THEN
    UPDATE task_part SET begun = the_step, done = new_done, total = new_total
    WHERE task = the_task AND session = the_session AND begun <= the_step;
  END IF;
  RETURN over;
END $$;

CREATE FUNCTION task_finish_step(the_task bigint, the_session bigint, the_step integer)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NULL THEN
    UPDATE task_part SET begun = the_step, finished = the_step
    WHERE task = the_task AND session = the_session AND finished < the_step;
  END IF;
  RETURN over;
END $$;

CREATE FUNCTION task_give_up(the_task bigint, the_session bigint, reason text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NULL THEN
    PERFORM task_fail(the_task, agent || ': ' || reason) FROM task_part
    WHERE task = the_task AND session = the_session;
  END IF;
  RETURN over;
END $$;

CREATE FUNCTION task_put(the_task bigint, the_step integer, goes_to_driver boolean,
                         the_session bigint, the_number integer, new_bytes bytea)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  over text := task_enter(the_task);
BEGIN
  IF over IS NULL THEN
    INSERT INTO task_piece VALUES (the_task, the_step, goes_to_driver, the_session, the_number,
                                   new_bytes)
    ON CONFLICT (task, step, to_driver, session, number) DO UPDATE SET bytes = excluded.bytes;
  END IF;
  RETURN over;
END $$;

CREATE OR REPLACE FUNCTION cluster_carry_out(expired bigint[], shards smallint[], agents text[],
                                  sessions bigint[], rates float8[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  IF cluster_coordinator() IS DISTINCT FROM pg_backend_pid()
     OR NOT cluster_is_alive((SELECT coordinator FROM job)) THEN
    RETURN false;
  END IF;
  UPDATE agent SET has_ended = true
  WHERE session = ANY (expired) AND lease_until <= clock_timestamp();
  UPDATE assignment s SET owner = 0
  WHERE s.owner = ANY (expired) AND NOT cluster_is_alive(s.owner);
  IF task_settle() IS NULL THEN
    UPDATE assignment s SET agent = n.agent
    FROM unnest(shards, agents) AS n (shard, agent) WHERE s.shard = n.shard;
  END IF;
  UPDATE agent a SET granted_rate = n.rate
  FROM unnest(sessions, rates) AS n (session, rate) WHERE a.session = n.session;
  PERFORM cluster_notify();
  RETURN true;
END $$;
)sql";

}  // namespace freshet::cluster
