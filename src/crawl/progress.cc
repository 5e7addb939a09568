#include "crawl/progress.h"

namespace freshet::crawl {

void add_counts(const Progress& before, Progress& now) {
  now.pages += before.pages;
  now.bytes += before.bytes;
  now.requests += before.requests;
  now.duplicates += before.duplicates;
  now.new_sites += before.new_sites;
  now.errors += before.errors;
  now.elapsed += before.elapsed;
  for (const auto& [kind, count] : before.error_kinds) now.error_kinds[kind] += count;
  for (const auto& [kind, count] : before.outcomes) now.outcomes[kind] += count;
}

}  // namespace freshet::crawl
