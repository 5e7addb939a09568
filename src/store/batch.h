#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/types.h"

namespace freshet::store {

// Changes that become visible and durable together, or not at all. If a batch writes a key several
// times, the last write wins.
struct Batch {
  // The holding under which the batch is written. If another writer has taken one of the shards
  // that the batch writes to, the whole commit fails. Without one, the store uses the holding that
  // it took when it was opened.
  std::optional<Holding> holding;
  // Pages that are not in the store yet. They are written without reading a state that they might
  // replace, which makes admission cheap. A known page belongs into `pages`; given here, its old
  // entry in due() would stay. If a page is also in `pages`, that state wins.
  std::vector<PageState> admitted;
  std::vector<PageState> pages;
  // Pages whose next_visit before this batch is known to the caller. They too are written without
  // reading the old state. If a batch updates a page several times, each update names the
  // next_visit that the update before has set. `visited` wins over the two above.
  struct Visited {
    PageState page;
    Instant was_due;
  };
  std::vector<Visited> visited;
  std::vector<SiteState> sites;
  std::vector<PageLinks> links;
  // URLs that were found and not admitted. A known page must not be among them. When a URL is
  // admitted, in this batch or a later one, it is removed from the unadmitted URLs. If a URL was
  // found several times, the preferred find is stored (preference()), and the first one of equals.
  std::vector<UnadmittedUrl> unadmitted;
  // Discoveries for the writers that hold the shards of these pages; this writer need not hold
  // them. pending_discoveries() returns them until a batch settles them.
  std::vector<Discovery> discoveries;
  // Discoveries of earlier batches that this batch admits or refuses. They are no longer pending.
  std::vector<DiscoveryId> settled_discoveries;
  // Claims that a page is the original of a content. The first page to claim a digest keeps it, and
  // may claim it again with new values. If a batch has several claims of a digest, the first one
  // counts.
  std::vector<std::pair<digest::Digest256, Original>> contents;
  // What the next visit to a page is compared with: change::Version and more. The store does not
  // interpret it.
  std::vector<std::pair<PageKey, std::string>> versions;
  // When pages changed, according to a sitemap or feed of their site.
  std::vector<std::pair<PageKey, Instant>> listed_dates;
  std::vector<Item> items;
  std::vector<Change> changes;
  // Delete the changes before or after a time, of all shards that the writer holds. They are
  // deleted before `changes` are added.
  std::optional<Instant> forget_changes_before;
  std::optional<Instant> forget_changes_after;
  // Changes of earlier batches, by time and page, that turned out to be none. They are deleted.
  std::vector<std::pair<Instant, PageKey>> withdrawn_changes;
  // A thing keeps the id that an earlier batch has given it.
  std::vector<GivenId> ids;
  std::vector<std::pair<std::string, std::string>> facts;  // small named values of the program

  // Returns the shards that it writes to, except those of discoveries.
  ShardSet shards() const;

  // Both ignore `holding`.
  bool empty() const;
  void clear();
};

}  // namespace freshet::store
