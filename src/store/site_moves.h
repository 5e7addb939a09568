#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "store/keys.h"
#include "store/rocksdb_database.h"

namespace freshet::store {

// The sites that are in another shard since format 5: only the first byte of their ids differs. The
// state itself has the table of them while its rows are moved (move_sites.h), since they may be
// more than fit into memory. It is used by one thread.
class SiteMoves {
 public:
  explicit SiteMoves(const Database& database) : database_(database), known_(kKnown) {}

  // Returns the id that a site has since format 5. A site that does not move, or of whose text the
  // state knows nothing, keeps its id. If reading fails, error() says why.
  SiteId moved(SiteId site);
  PageKey moved(const PageKey& page) { return {.site = moved(page.site), .page = page.page}; }
  const std::optional<Error>& error() const { return error_; }

  // How a move is stored in kMeta. The keys begin with kPrefix.
  static constexpr std::string_view kPrefix = "move/";
  static std::string key_of(SiteId site);
  static std::string value_of(ShardId shard);

 private:
  struct Known {
    SiteId from;
    SiteId to;
    bool is_set = false;
  };
  static constexpr size_t kKnown = 1 << 16;

  SiteId read(SiteId site);

  const Database& database_;
  std::vector<Known> known_;  // the latest ones, each in the place that its id gives
  std::optional<Error> error_;
};

// Returns a row of a table with the ids of moved sites. An error if the row is damaged.
struct Row {
  std::string key;
  std::string value;
};
Result<Row> moved_row(const Database& database, Table table, std::string_view key,
                      std::string_view value, SiteMoves& moves);

}  // namespace freshet::store
