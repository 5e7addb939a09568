# THE list of modules: name, purpose, and the modules it may use (nothing else links, nothing else
# may be included). In flow order; tools/check_includes.py compares the tree with it.
# PURE modules turn values into values: no threads, no files, no network, no clock reads.

# Ground: knows nothing of the web.
freshet_module(result "Result<T>, Error, and checks for bugs" PURE)
freshet_module(text "ASCII classes, case and trimming; percent-encoding; UTF-8 as bytes; text for terminals" PURE)
freshet_module(memory "vectors in huge pages")
freshet_module(clock "Instant, Duration, civil dates, Clock and its twins" USES result)
freshet_module(digest "content digests, 64-bit fingerprints and tables of them, simhash" USES result text)
freshet_module(json "reading and writing JSON, one line at a time" USES result text)
freshet_module(telemetry "counters, histograms, structured log" USES result text clock json)
freshet_module(settings "typed keys: parse, check, print" USES result text clock json)

freshet_module(eventloop "one loop per shard: sockets, timers, mailbox, orderly stop"
               USES result clock)

freshet_module(control "a local socket by which people look into a program and steer it, line by line"
               USES result clock)

# The web as it is: bytes in, values out.
freshet_module(url "parse (WHATWG), resolve, canonical form, site, registrable domain, communities" PURE
               USES result text)
freshet_module(http "headers, dates, validators, Retry-After, cache meaning" PURE
               USES result text clock)
freshet_module(robots "rules parsed once, asked often; answers with the line" PURE
               USES result text clock)
freshet_module(charset "every encoding of the web to UTF-8 and back" PURE USES result text)
freshet_module(coding "unpacking: gzip, deflate, br, zstd, with a limit" PURE USES result text)
freshet_module(parse "HTML tokens, links, text, sitemaps, feeds" PURE
               USES result text clock http url charset)

freshet_module(language "language tags, and the language of a text" PURE USES result text)
freshet_module(words "text in any language to words and their stems, as an index has them" PURE USES result text)

freshet_module(warc "records, archive files, CDXJ" USES result clock text digest url http)

# Deciding.
freshet_module(change "what was seen of a page, whether it differs, how often, what to expect" PURE
               USES result clock text digest)
freshet_module(schedule "which page next: policies, budgets, host load" PURE
               USES result clock digest change)

freshet_module(rank "the link graph, PageRank, BlockRank" PURE USES result memory digest)

# Keeping and ordering.
freshet_module(store "the crawler's memory: one contract, in memory and on RocksDB"
               USES result clock digest)
freshet_module(frontier "seen set, host queues, leases, politeness, traps"
               USES result clock text digest url store)

freshet_module(refresh "keeping what is known current: a policy on a collection, budget, audits" PURE
               USES result clock digest change schedule store)

# Doing.
freshet_module(fetch "asking servers: libcurl on an event loop, DNS, limits"
               USES result clock text url http eventloop)

freshet_module(crawl "the pipeline: admit, lease, fetch, read, commit"
               USES result clock text digest json telemetry eventloop url http robots charset coding parse
                    warc change schedule store frontier refresh fetch)

freshet_module(threads "threads that divide pieces of work among them" USES rank)
freshet_module(importance "a collection's links as a graph, and ranks back into the collection"
               USES result text digest url store rank crawl)

# Using.
freshet_module(database "SQLite with full text, and PostgreSQL, as far as the catalogue needs them"
               USES result clock)
freshet_module(catalog "the collection as rows, written to SQLite, PostgreSQL or JSON lines, all or nothing"
               USES result text clock json words database)
freshet_module(convert "a collection into rows: ids that stay, text and words from the archive, only what changed"
               USES result clock text digest telemetry url http charset coding parse language words warc
                    change store crawl catalog)
freshet_module(aquarium "a synthetic, changing web on loopback"
               USES result clock text digest json url http charset)
freshet_module(search "the catalogue asked: query, order, snippets, on SQLite and PostgreSQL"
               USES result clock text language words database catalog)
freshet_module(simulate "virtual time: policies in worlds whose truth is known, the papers' experiments"
               USES result clock text json coding change schedule threads)
freshet_module(cli "what people type: a file for what each command does, and the options of each kind"
               USES result clock text json telemetry settings url http robots charset coding parse warc
                    schedule rank store frontier fetch crawl catalog convert control threads importance
                    language words search aquarium simulate)
