#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/result.h"
#include "store/types.h"

namespace freshet::store {

// Changes that become visible and durable together, or not at all. Later puts of one key win.
struct Batch {
  // Pages that the store does not know yet: kept without looking for a state that they replace,
  // which makes admission cheap. A page that is known belongs into `pages`; given here, its old
  // place in due() would stay. What `pages` says of a page admitted in the same batch wins.
  std::vector<PageState> admitted;
  std::vector<PageState> pages;
  // Pages whose next_visit, as it was before this, the caller knows: kept without looking either.
  // Several updates of a page in a batch each name what the one before has set. What `visited` says
  // of a page wins over the two above.
  struct Visited {
    PageState page;
    Instant was_due;
  };
  std::vector<Visited> visited;
  std::vector<SiteState> sites;
  std::vector<PageLinks> links;
  // URLs that were found and not admitted; a page that is known does not belong here. Putting a URL
  // into `admitted`, in this batch or later, removes it from the unadmitted ones. Of several finds
  // of a URL the preferred one is kept (preference()), among equals the first.
  std::vector<UnadmittedUrl> unadmitted;
  // Whose content this is: the first page to claim a digest keeps it, and may claim it
  // anew; in a batch its first claim counts.
  std::vector<std::pair<digest::Digest256, Original>> contents;
  // What a page is compared with at the next visit: change::Version and more, opaque here.
  std::vector<std::pair<PageKey, std::string>> versions;
  // When pages changed, as a sitemap or feed of their site says.
  std::vector<std::pair<PageKey, Instant>> listed_dates;
  std::vector<Change> changes;
  std::optional<Instant> forget_changes_before;
  std::optional<Instant> forget_changes_after;  // before `changes` are added, as the one above
  // Changes of earlier batches, by time and page, that turned out to be none.
  std::vector<std::pair<Instant, PageKey>> withdrawn_changes;
  std::vector<GivenId> ids;
  std::vector<std::pair<std::string, std::string>> facts;  // small named values of the program

  bool empty() const;
  void clear();
};

enum class Durability {
  kProcess,  // survives the end of the process (kill -9)
  kPower,    // survives loss of power; so does everything committed before
};

// The crawler's memory. One process at a time; reads and commit() from any thread; commits wait for
// each other. Every implementation passes tests/contract/store_contract.h.
class Store {
 public:
  virtual ~Store() = default;

  // After an error (a full disk, say) the batch is not visible; rarely it turns out to be there, as
  // a whole, when the store was opened again. To commit it once more is right in any case, and
  // works when the cause is gone.
  virtual Status commit(const Batch& batch, Durability durability) = 0;

  virtual Result<std::optional<PageState>> page(const PageKey& key) const = 0;
  virtual Result<std::optional<SiteState>> site(SiteId id) const = 0;
  virtual Result<std::optional<PageLinks>> links(const PageKey& from) const = 0;
  virtual Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const = 0;
  virtual Result<std::optional<Original>> original_of(const digest::Digest256& content) const = 0;
  virtual Result<std::optional<std::string>> version(const PageKey& key) const = 0;
  virtual Result<std::optional<Instant>> listed_date(const PageKey& key) const = 0;
  virtual Result<std::optional<std::string>> fact(std::string_view name) const = 0;
  virtual Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const = 0;

  // Pages of a site that are due at or before `until`, by next_visit, at most `most`, after `after`
  // (the last one of the slice before).
  struct Due {
    Instant next_visit;
    PageKey key;
    bool operator==(const Due&) const = default;
  };
  virtual Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                                       const std::optional<Due>& after) const = 0;

  // Calls `each` in the order of keys until it returns false. What is seen is the state at the time
  // of the call, whatever is committed meanwhile; `each` may itself use the store.
  virtual Status each_site(const std::function<bool(const SiteState&)>& each) const = 0;
  virtual Status each_page_key(const std::function<bool(const PageKey&)>& each) const = 0;
  virtual Status each_page(const std::function<bool(const PageState&)>& each) const = 0;
  virtual Status each_links(const std::function<bool(const PageLinks&)>& each) const = 0;
  virtual Status each_unadmitted(const std::function<bool(const UnadmittedUrl&)>& each) const = 0;
  // The ids that were given to things of one kind, in the order of their names.
  virtual Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const = 0;
  // In the order of time, then of pages, from `since` on.
  virtual Status each_change(Instant since,
                             const std::function<bool(const Change&)>& each) const = 0;
};

std::unique_ptr<Store> make_memory_store();

struct StoreOptions {
  // Blocks read from disk, with the indexes and filters of all files.
  size_t cache_bytes = 64 << 20;
  // What was written and is in no file yet; the log that a start after a crash must read is about
  // as long.
  size_t unflushed_bytes = 96 << 20;
  size_t max_open_files = 512;  // RocksDB's own ten among them; 20 at least
  // A file outside the folder that records what the state has at least; empty: none. It is written
  // with every commit that survives loss of power, and has copies of these facts.
  std::string mark_file;
  std::vector<std::string> marked_facts;
};

// Opens the folder, or creates it with its parents; an error if another process has it open, if
// it was written by a newer version, or if it cannot be written. Older versions are brought up to
// date. An error too if it has less than its mark says; then nothing in it is changed.
Result<std::unique_ptr<Store>> open_rocksdb_store(const std::string& folder,
                                                  const StoreOptions& options = {});

// The state as it is at that moment, whatever other processes do with it. Changes nothing on the
// disk, needs no permission to write, holds no lock. commit() is an error. What is damaged is an
// error here or when it is read, and stays as it is.
Result<std::unique_ptr<Store>> open_rocksdb_store_to_read(const std::string& folder,
                                                          const StoreOptions& options = {});

}  // namespace freshet::store
