#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clock/instant.h"
#include "store/types.h"

// The commands: queries about a collection, and commands that control a running crawl.
namespace freshet::collection {

struct StatusQuery {
  size_t sites = 20;   // at most so many sites of each kind are reported
  bool worst = false;  // those with the most outdated weight, instead of the largest
};

// The table of the policy `cycle`, computed from what is known of the pages.
struct CycleQuery {
  size_t urls = 3;   // at most so many URLs are listed for each time
  size_t pages = 0;  // at most so many pages are listed with their groups
};

struct PageQuery {
  std::string url;
};

// A position in the list of changes, which is ordered by time, then by page.
struct ChangePlace {
  Instant at;
  std::optional<store::PageKey> page;  // set: after this page
  bool operator==(const ChangePlace&) const = default;
};

struct ChangesQuery {
  ChangePlace from;
  std::optional<Duration> ago;  // instead of `from`: this long before now
  size_t most = 1000;
  // Only changes before which no later commit can insert any, for clients that continue from the
  // last position.
  bool settled = false;
};

struct Pause {};
struct Resume {};
struct SetBudget {
  double requests_per_second = 0;
};
struct SeedsQuery {};
struct AddSeed {
  std::string url;
};
// Its pages stay in the collection. Pages that no other seed brings into the scope are not
// requested any more.
struct RemoveSeed {
  std::string url;
};
struct AliasesQuery {};
// The site is no alias, and is never taken for one until AllowAlias.
struct UndoAlias {
  std::string site;
};
struct AllowAlias {
  std::string site;
};
struct Stop {};
// A notification that pages have changed. Unknown URLs in the scope are queued.
struct Ping {
  std::vector<std::string> urls;
  std::optional<Instant> changed;  // none: now
};

using Command =
    std::variant<StatusQuery, CycleQuery, PageQuery, ChangesQuery, Pause, Resume, SetBudget,
                 SeedsQuery, AddSeed, RemoveSeed, AliasesQuery, UndoAlias, AllowAlias, Stop, Ping>;

}  // namespace freshet::collection
