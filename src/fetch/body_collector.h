#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fetch/fetcher.h"

namespace freshet::fetch {

// Collects the body of a reply, up to the limit for bodies, in memory that the body's hold has
// taken from the budget.
class BodyCollector {
 public:
  // The options must outlive this.
  explicit BodyCollector(const FetchOptions& options) : options_(options) {}

  // Begins an empty body. `hold` may be null: no budget.
  void begin(std::shared_ptr<BodyHold> hold);
  enum class Added : uint8_t {
    kAll,
    kPart,      // the body has its greatest length; the rest is cut
    kNoMemory,  // nothing; the same bytes may be added when the hold wakes
  };
  // `promised()` returns the Content-Length, negative if there is none.
  template <typename Promised>
  Added add(std::string_view bytes, const Promised& promised) {
    const size_t room = options_.max_body_bytes - body_.size();
    const std::string_view taken = bytes.substr(0, room);
    const size_t needed = body_.size() + taken.size();
    if (needed > body_.capacity() && !grow(needed, body_.empty() ? promised() : 0)) {
      return Added::kNoMemory;
    }
    body_.append(taken);
    if (bytes.size() <= room) return Added::kAll;
    is_cut_ = true;
    return Added::kPart;
  }

  bool is_empty() const { return body_.empty(); }
  bool is_cut() const { return is_cut_; }
  // Returns the body and the hold of its memory.
  std::pair<std::string, std::shared_ptr<BodyHold>> take();

 private:
  bool grow(size_t needed, int64_t promised);

  const FetchOptions& options_;
  std::string body_;
  std::shared_ptr<BodyHold> hold_;
  bool is_cut_ = false;
};

}  // namespace freshet::fetch
