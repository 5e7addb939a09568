#include "cluster/postgres_schema.h"

namespace freshet::cluster {

const char* const kClusterFunctions = R"sql(
CREATE FUNCTION cluster_key(part integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT hashtextextended('freshet cluster ' || current_schema(), part)
$$;

CREATE FUNCTION cluster_notify() RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('freshet_cluster', current_schema())
$$;

CREATE FUNCTION cluster_microseconds(t timestamptz) RETURNS bigint LANGUAGE sql AS $$
  SELECT (extract(epoch FROM t) * 1000000)::bigint
$$;

CREATE FUNCTION cluster_interval(microseconds bigint) RETURNS interval LANGUAGE sql AS $$
  SELECT microseconds * interval '1 microsecond'
$$;

CREATE FUNCTION cluster_is_alive(the_session bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM agent WHERE session = the_session AND NOT has_ended
                 AND lease_until > clock_timestamp())
$$;

-- Every call of a session comes with a greater number than the one before, so that a statement of a
-- lost connection that is executed late does nothing. Returns the name; NULL if it may not call.
CREATE FUNCTION cluster_enter(the_session bigint, call bigint) RETURNS text LANGUAGE sql AS $$
  UPDATE agent SET last_call = call
  WHERE session = the_session AND NOT has_ended AND lease_until > clock_timestamp()
    AND last_call < call
  RETURNING name
$$;

CREATE FUNCTION cluster_join(the_name text, the_host text, the_lease interval)
RETURNS TABLE (the_session bigint, the_writer integer, server_time bigint,
               taken_by text, silent bigint, remaining bigint)
LANGUAGE plpgsql AS $$
DECLARE
  old agent;
  now timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  SELECT * INTO old FROM agent WHERE name = the_name FOR UPDATE;
  now := clock_timestamp();
  server_time := cluster_microseconds(now);
  IF NOT old.has_ended AND old.lease_until > now THEN
    taken_by := old.host;
    silent := cluster_microseconds(now) - cluster_microseconds(old.heard);
    remaining := cluster_microseconds(old.lease_until) - cluster_microseconds(now);
    RETURN NEXT;
    RETURN;
  END IF;
  UPDATE assignment SET owner = 0 WHERE owner = old.session;
  DELETE FROM agent WHERE name = the_name;
  INSERT INTO agent (name, writer, session, host, joined, heard, lease, lease_until)
  VALUES (the_name, coalesce(old.writer, (SELECT coalesce(max(writer), 0) + 1 FROM agent)),
          nextval('cluster_session'), the_host, now, now, the_lease, now + the_lease)
  RETURNING session, writer INTO the_session, the_writer;
  PERFORM cluster_notify();
  RETURN NEXT;
END $$;

CREATE FUNCTION cluster_heartbeat(
  the_session bigint, call bigint, new_held smallint[], new_pages bigint, new_requests bigint,
  new_is_idle boolean, new_activity bigint, new_price float8, new_rate float8, new_used float8,
  new_details text)
RETURNS TABLE (assigned smallint[], free smallint[], owned smallint[], granted float8,
               job_version bigint, server_time bigint)
LANGUAGE plpgsql AS $$
DECLARE
  me text;
  now timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(cluster_key(0));
  me := cluster_enter(the_session, call);
  IF me IS NULL THEN RETURN; END IF;
  now := clock_timestamp();
  UPDATE agent SET heard = now, lease_until = now + lease, heartbeats = heartbeats + 1,
    highest_rate = greatest(new_rate, granted_rate), held = new_held, pages = new_pages,
    requests = new_requests, is_idle = new_is_idle, activity = new_activity, price = new_price,
    rate = new_rate, used = new_used, details = new_details
  WHERE session = the_session RETURNING granted_rate INTO granted;
  server_time := cluster_microseconds(now);
  SELECT version INTO job_version FROM job;
  SELECT array_agg(s.shard) FILTER (WHERE s.agent = me),
         array_agg(s.shard) FILTER (WHERE s.agent = me
           AND (s.owner IN (0, the_session) OR NOT cluster_is_alive(s.owner))),
         array_agg(s.shard) FILTER (WHERE s.owner = the_session)
  INTO assigned, free, owned FROM assignment s;
  RETURN NEXT;
END $$;

CREATE FUNCTION cluster_own(the_session bigint, call bigint, shards smallint[])
RETURNS TABLE (owned smallint[]) LANGUAGE plpgsql AS $$
DECLARE
  me text;
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  me := cluster_enter(the_session, call);
  IF me IS NULL THEN RETURN; END IF;
  UPDATE assignment s SET owner = the_session, moves = s.moves + 1
  WHERE s.shard = ANY (shards) AND s.agent = me AND s.owner <> the_session
    AND (s.owner = 0 OR NOT cluster_is_alive(s.owner));
  SELECT array_agg(s.shard) INTO owned FROM assignment s
  WHERE s.shard = ANY (shards) AND s.agent = me AND s.owner = the_session;
  RETURN NEXT;
END $$;

CREATE FUNCTION cluster_release(the_session bigint, call bigint, shards smallint[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  IF cluster_enter(the_session, call) IS NULL THEN RETURN false; END IF;
  UPDATE assignment SET owner = 0 WHERE shard = ANY (shards) AND owner = the_session;
  PERFORM cluster_notify();
  RETURN true;
END $$;

-- The process that coordinates; NULL if none does.
CREATE FUNCTION cluster_coordinator() RETURNS integer LANGUAGE sql AS $$
  SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND ((classid::bigint << 32) | objid::bigint) = cluster_key(1)
$$;

CREATE FUNCTION cluster_leave(the_session bigint, call bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  IF cluster_enter(the_session, call) IS NULL THEN RETURN false; END IF;
  UPDATE agent SET has_ended = true WHERE session = the_session;
  UPDATE assignment SET owner = 0 WHERE owner = the_session;
  PERFORM address_free_all(the_session);
  UPDATE job SET coordinator = 0 WHERE coordinator = the_session;
  IF cluster_coordinator() = pg_backend_pid() THEN
    PERFORM pg_advisory_unlock(cluster_key(1));
  END IF;
  PERFORM cluster_notify();
  RETURN true;
END $$;

CREATE FUNCTION cluster_coordinate(the_session bigint, call bigint)
RETURNS TABLE (coordinates boolean) LANGUAGE plpgsql AS $$
DECLARE
  holder integer;
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(0));
  IF cluster_enter(the_session, call) IS NULL THEN RETURN; END IF;
  holder := cluster_coordinator();
  IF holder IS NULL AND pg_try_advisory_lock(cluster_key(1)) THEN
    holder := pg_backend_pid();
  END IF;
  coordinates := holder IS NOT DISTINCT FROM pg_backend_pid();
  IF coordinates THEN
    UPDATE job SET coordinator = the_session WHERE coordinator <> the_session;
    PERFORM address_tidy();
  ELSIF NOT cluster_is_alive((SELECT coordinator FROM job)) THEN
    -- The process of the coordinator was stopped, but its connection is open.
    BEGIN
      PERFORM pg_terminate_backend(holder);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL;
    END;
  END IF;
  RETURN NEXT;
END $$;
)sql";

}  // namespace freshet::cluster
