#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "digest/sha.h"
#include "digest/simhash.h"
#include "store/types.h"

namespace freshet::crawl {

// By what a content is known again: its bytes, or its title and nearly its text.
struct Likeness {
  uint64_t content = 0;  // first bytes of its digest
  uint64_t title = 0;    // fingerprint
  digest::Simhash64 text;

  static Likeness of(const digest::Digest256& content, std::string_view title,
                     digest::Simhash64 text);
  bool is_like(const Likeness& other) const;
  bool operator==(const Likeness&) const = default;
};

// What a site answers where there surely is nothing. Found out by asking for an address that was
// made up; a page that comes to look like the answer is gone, whatever its status says (a soft
// 404).
struct NothingThere {
  enum class Answer : uint8_t { kUnknown = 0, kRefusal = 1, kContent = 2 };  // stored
  Answer answer = Answer::kUnknown;
  Instant asked;      // epoch: never
  Likeness likeness;  // of kContent

  bool is_like(const Likeness& page) const {
    return answer == Answer::kContent && likeness.is_like(page);
  }
  // A site that says 404 needs to be asked again after a month, one that does not after a day.
  bool may_be_asked(Instant now) const;
  // What it looked like a month ago is no proof.
  bool is_proof(Instant now) const;
  bool operator==(const NothingThere&) const = default;
};

// The pages of a site that were looked at last, each once: were they there? When none is any more,
// it is not the pages that are gone: a server was set up wrongly, a name leads elsewhere.
class Roll {
 public:
  static constexpr size_t kPages = 8;
  static constexpr size_t kFewest = 4;

  void saw(store::PageId page, bool there);
  bool knows(store::PageId page) const;
  bool none_is_there() const;

  bool operator==(const Roll&) const = default;

 private:
  friend struct SitePresence;
  struct Entry {
    uint32_t page = 0;  // low bits of its id
    bool there = false;
    bool operator==(const Entry&) const = default;
  };
  std::array<Entry, kPages> entries_{};  // the last one first
  size_t count_ = 0;
};

struct SitePresence {
  // For so long a site of which nothing is there counts as failing; then its pages are gone.
  static constexpr Duration kFailingFor = Duration::days(30);

  Roll roll;
  Instant none_since;  // nothing of it is there since; epoch: something is
  NothingThere nothing_there;

  // A page of the collection, or one that came back to it. `was_there`: until this visit.
  void saw(store::PageId page, bool there, bool was_there, Instant now);
  bool is_failing(Instant now) const {
    return none_since != Instant() && now < none_since + kFailingFor;
  }

  std::string encode() const;
  static SitePresence decode(std::string_view bytes);  // what cannot be read is as nothing
  bool operator==(const SitePresence&) const = default;
};

}  // namespace freshet::crawl
