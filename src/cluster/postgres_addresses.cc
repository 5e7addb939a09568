#include "cluster/postgres_schema.h"

namespace freshet::cluster {

// The rules are those of memory_addresses.cc.
const char* const kAddressFunctions = R"sql(
CREATE FUNCTION address_free_all(the_session bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(cluster_key(2));
  DELETE FROM address_want WHERE session = the_session;
  UPDATE address_lease
  SET holder = 0, next_allowed = greatest(next_allowed, clock_timestamp() + pause)
  WHERE holder = the_session;
$$;

-- Removes what means nothing any longer, once a minute.
CREATE FUNCTION address_tidy() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now timestamptz := clock_timestamp();
BEGIN
  UPDATE job SET tidied = now WHERE tidied < now - interval '1 minute';
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(cluster_key(2));
  DELETE FROM address_want WHERE asked < now - interval '1 minute';
  DELETE FROM address_lease l
  WHERE greatest(l.until + l.pause, l.next_allowed) < now
    AND NOT EXISTS (SELECT FROM address_want w WHERE w.address = l.address);
END $$;

-- Whether others wait for it.
CREATE FUNCTION address_is_contended(the_address bigint, the_session bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM address_want WHERE address = the_address AND session <> the_session)
$$;

CREATE FUNCTION address_lease(
  the_session bigint, call bigint, addresses bigint[], waiting bigint[], sites bigint[],
  returned boolean[], delays bigint[], pauses bigint[],
  lease interval, tenure interval, shared_sites bigint)
RETURNS TABLE (the_address bigint, is_granted boolean, shared boolean, contended boolean,
               starts bigint, lasts bigint)
LANGUAGE plpgsql AS $$
DECLARE
  now timestamptz;
  session_until timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(cluster_key(2));
  IF cluster_enter(the_session, call) IS NULL THEN
    the_address := NULL;
    RETURN NEXT;
    RETURN;
  END IF;
  now := clock_timestamp();
  SELECT a.lease_until INTO session_until FROM agent a WHERE a.session = the_session;

  INSERT INTO address_lease AS l (address)
  SELECT w.address FROM unnest(addresses, waiting) AS w (address, waiting)
  WHERE w.waiting > 0 ON CONFLICT DO NOTHING;

  -- Given back. A holder may give it back before its first request was allowed.
  WITH freed AS (
    UPDATE address_lease l
    SET holder = 0, next_allowed = greatest(l.next_allowed, now + cluster_interval(w.delay))
    FROM unnest(addresses, waiting, returned, delays) AS w (address, waiting, returned, delay)
    WHERE l.address = w.address AND l.holder = the_session AND (w.returned OR w.waiting = 0)
    RETURNING l.address)
  DELETE FROM address_want q USING freed f
  WHERE q.address = f.address AND q.session = the_session;
  -- Ended without being given back.
  UPDATE address_lease l
  SET holder = 0, next_allowed = greatest(l.next_allowed, l.until + l.pause)
  WHERE l.address = ANY (addresses) AND l.holder <> 0 AND l.until <= now;

  DELETE FROM address_want q USING unnest(addresses, waiting) AS w (address, waiting)
  WHERE q.address = w.address
    AND CASE WHEN q.session = the_session THEN w.waiting = 0 ELSE q.asked + tenure < now END;
  INSERT INTO address_want AS q (address, session, asked, sites)
  SELECT w.address, the_session, now, w.sites
  FROM unnest(addresses, waiting, sites) AS w (address, waiting, sites) WHERE w.waiting > 0
  ON CONFLICT (address, session) DO UPDATE SET asked = excluded.asked, sites = excluded.sites;

  UPDATE address_lease l SET is_shared = true
  WHERE l.address = ANY (addresses) AND NOT l.is_shared
    AND (SELECT sum(q.sites) FROM address_want q WHERE q.address = l.address) > shared_sites;
  UPDATE address_lease l
  SET holder = the_session, since = greatest(now, l.next_allowed), until = now
  FROM unnest(addresses, waiting) AS w (address, waiting)
  WHERE l.address = w.address AND w.waiting > 0 AND l.holder = 0
    AND the_session = (SELECT q.session FROM address_want q WHERE q.address = l.address
                       ORDER BY q.place LIMIT 1);

  -- The time that the agent was given before is not shortened: it may not have the answer yet.
  UPDATE address_lease l
  SET pause = cluster_interval(w.pause),
      until = CASE WHEN address_is_contended(l.address, the_session)
        THEN greatest(l.until, least(l.since + tenure, session_until, greatest(now, l.since) + lease))
        ELSE least(session_until, greatest(now, l.since) + lease) END
  FROM unnest(addresses, waiting, pauses) AS w (address, waiting, pause)
  WHERE l.address = w.address AND w.waiting > 0 AND l.holder = the_session;

  RETURN QUERY
  SELECT l.address, l.holder = the_session, l.is_shared, c.contended,
         cluster_microseconds(greatest(l.since, now)) - cluster_microseconds(now),
         cluster_microseconds(greatest(now, CASE WHEN c.contended
           THEN least(l.until, l.since + tenure) ELSE l.until END)) - cluster_microseconds(now)
  FROM unnest(addresses, waiting) AS w (address, waiting)
  JOIN address_lease l ON l.address = w.address
  CROSS JOIN LATERAL (SELECT address_is_contended(l.address, the_session) AS contended) AS c
  WHERE w.waiting > 0;
END $$;
)sql";

}  // namespace freshet::cluster
