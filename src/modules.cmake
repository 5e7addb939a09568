# THE list of modules: name, purpose, and the modules it may use (nothing else links, nothing else
# may be included). In flow order; tools/check_includes.py compares the tree with it.
# PURE modules turn values into values: no threads, no files, no network, no clock reads.

# Ground: knows nothing of the web.
freshet_module(result "Result<T>, Error, and checks for bugs" PURE)
freshet_module(text "ASCII classes, case and trimming; UTF-8 as bytes" PURE)
freshet_module(clock "Instant, Duration, civil dates, Clock and its twins" USES result)
freshet_module(digest "content digests, 64-bit fingerprints, simhash" USES result text)
freshet_module(json "reading and writing JSON, one line at a time" USES result text)
freshet_module(telemetry "counters, histograms, structured log" USES result text clock json)
freshet_module(settings "typed keys: parse, check, print" USES result text clock json)

# The web as it is: bytes in, values out.
freshet_module(url "parse (WHATWG), resolve, canonical form, site, registrable domain" PURE
               USES result text)
freshet_module(http "headers, dates, validators, Retry-After, cache meaning" PURE
               USES result text clock)
freshet_module(robots "rules parsed once, asked often; answers with the line" PURE
               USES result text clock)
freshet_module(charset "every encoding of the web to UTF-8 and back" PURE USES result text)
freshet_module(parse "HTML tokens, links, text, sitemaps, feeds" PURE
               USES result text clock http url charset)

# Using.
freshet_module(cli "one file per command"
               USES result clock json telemetry settings url http robots charset parse)
