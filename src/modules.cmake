# The list of modules: layer by layer, each with its purpose and the modules that it may use. Nothing
# else is linked, and nothing else may be included. A module stands behind those that it uses.
# PURE modules turn values into values: no threads, files, sockets or clock reads, and none in what
# they use. tools/check_includes.py holds the tree against this list, and tools/module_graph.py draws
# it in docs/architecture.md.

freshet_layer(ground "knows nothing of the web")
freshet_module(result "Result<T>, Error, and checks for bugs" PURE)
freshet_module(text "ASCII classes, case and trimming; percent-encoding; UTF-8 as bytes; text for terminals" PURE)
freshet_module(clock "Instant, Duration, civil dates; Clock, the interface that tells the time" PURE)
freshet_module(systemclock "the clocks of the machine" USES clock)
freshet_module(memory "large tables that are read at random places" PURE)
freshet_module(digest "content digests, 64-bit fingerprints and tables of them, simhash" PURE USES result text)
freshet_module(json "reading and writing JSON, one line at a time" PURE USES result text)
freshet_module(toml "TOML to values with their lines and columns" PURE USES result)
freshet_module(pattern "regular expressions, in linear time" PURE USES result)
freshet_module(telemetry "structured log, progress line, what a terminal can show" USES text clock json)
freshet_module(settings "typed keys: parse, check, print" USES result text clock json toml)
freshet_module(threads "threads that divide pieces of work among them")
freshet_module(eventloop "one loop per shard: sockets, timers, mailbox, orderly stop"
               USES result clock)
freshet_module(postgres "connections to PostgreSQL: statements, pipelines, COPY, notifications"
               USES result clock)
freshet_module(control "server and client of a local socket for commands to a running program, line by line"
               USES result clock eventloop)

freshet_layer(web "the web as it is: bytes in, values out (warc also has files)")
freshet_module(url "parse (WHATWG), resolve, canonical form, site, registrable domain, communities" PURE
               USES result text)
freshet_module(http "headers, dates, validators, Retry-After, links" PURE
               USES text clock)
freshet_module(robots "robots.txt: parsed once, checked for many URLs; the answer has the deciding line" PURE
               USES text clock)
freshet_module(charset "every encoding of the web to UTF-8 and back" PURE USES result text)
freshet_module(coding "unpacking: gzip, deflate, br, zstd, with a limit" PURE USES result text)
freshet_module(parse "HTML tokens, links, text, sitemaps, feeds" PURE
               USES result text clock http url charset coding)
freshet_module(dom "the tree of an HTML page, CSS selectors, XPath" PURE USES result text parse)
freshet_module(extract "recipes: which pages are items, and their fields" PURE
               USES result clock text digest json toml pattern url parse dom)
freshet_module(language "language tags, and the language of a text" PURE USES text)
freshet_module(words "text in any language to words and their stems, as an index has them" PURE USES result text)
freshet_module(warc "records, archive files, CDXJ" USES result clock text digest url http)

freshet_layer(deciding "values in, decisions out: the same in a crawl and in a simulation")
freshet_module(change "what was seen of a page, whether it differs, how often, what to expect" PURE
               USES result clock text digest)
freshet_module(schedule "which page next: policies, budgets, host load" PURE
               USES result clock memory digest change)
freshet_module(rank "the link graph, PageRank, BlockRank" PURE USES result memory digest)

freshet_layer(keeping "what is known, and what comes next")
freshet_module(store "the crawler's memory: one contract; in memory, on RocksDB and on PostgreSQL"
               USES result clock digest postgres)
freshet_module(frontier "seen set, host queues, leases, politeness, traps"
               USES result clock text digest url store)
# It does no I/O: it uses only the value types of store.
freshet_module(refresh "keeping known pages current: a policy on a collection, budget, audits"
               USES result clock digest change schedule store)
freshet_module(collection "what applies to a collection with or without a run: keys, scope, status, reports"
               USES result clock digest json telemetry url http robots parse pattern extract warc change schedule store
                    frontier refresh)

freshet_layer(doing "sends requests, passes each page through the other modules; ranks the collection")
freshet_module(fetch "requests to servers: libcurl on an event loop, DNS, limits; object storage"
               USES result clock text digest json url http eventloop)
freshet_module(upload "complete archive files to object storage, and reading them there"
               USES result clock text digest telemetry url warc fetch)
freshet_module(crawl "the pipeline: admit, lease, fetch, read, commit"
               USES result clock text digest json telemetry eventloop url http robots charset coding parse
                    extract warc change store frontier refresh collection fetch)
freshet_module(importance "a collection's links as a graph, and ranks back into the collection"
               USES result url store rank collection)
freshet_module(cluster "agents on several machines: membership, shards, budget, address leases, end"
               USES result clock digest json telemetry postgres url store frontier collection crawl)

freshet_layer(using "databases and search; synthetic webs and simulation; a file for each command")
freshet_module(database "SQLite with full text, as far as the catalogue needs it"
               USES result clock)
freshet_module(catalog "the collection as rows, written to SQLite, PostgreSQL or JSON lines, all or nothing"
               USES result text clock json extract words postgres database)
freshet_module(convert "a collection into rows: ids that stay, text and words from the archive, only what changed"
               USES result clock text digest telemetry url http charset coding parse extract language words warc
                    change store collection catalog)
freshet_module(search "searching the catalogue: query, order, snippets, on SQLite and PostgreSQL"
               USES result clock text language words postgres database catalog)
freshet_module(aquarium "a synthetic, changing web on loopback"
               USES result clock systemclock text digest json url http charset)
freshet_module(simulate "virtual time: policies in worlds whose truth is known, the papers' experiments"
               USES result clock text digest json coding change schedule threads)
freshet_module(cli "what people type: a file for what each command does, and the options of each kind"
               USES result clock systemclock text json telemetry settings pattern url http robots charset coding parse
                    extract warc schedule store rank collection fetch upload crawl catalog convert control threads importance cluster language search aquarium simulate)
