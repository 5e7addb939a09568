#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "digest/sha.h"
#include "digest/simhash.h"
#include "store/types.h"

namespace freshet::collection {

// Fingerprints by which a content is recognised: its bytes, or its title and nearly the same text.
struct Likeness {
  uint64_t content = 0;  // first bytes of its digest
  uint64_t title = 0;    // fingerprint
  digest::Simhash64 text;

  static Likeness of(const digest::Digest256& content, std::string_view title,
                     digest::Simhash64 text);
  bool is_like(const Likeness& other) const;
  bool operator==(const Likeness&) const = default;
};

// How a site answers for missing pages. It is learned from a probe: a request for an address that
// cannot exist. A page that comes to look like this answer is gone, whatever its status (a soft
// 404).
struct Soft404Signature {
  enum class Answer : uint8_t { kUnknown = 0, kRefusal = 1, kContent = 2 };  // stored
  Answer answer = Answer::kUnknown;
  std::optional<Instant> probed;  // time of the probe
  Likeness likeness;              // of kContent

  bool is_like(const Likeness& page) const {
    return answer == Answer::kContent && likeness.is_like(page);
  }
  // A site that answers with 404 is probed again after a month, others after a day.
  bool may_be_probed(Instant now) const;
  // A signature that is older than a month is no proof.
  bool is_proof(Instant now) const;
  bool operator==(const Soft404Signature&) const = default;
};

// The pages of a site that were visited last, each once, and whether they existed. If none does any
// more, it is the site that fails: the server is misconfigured, or the name has another address.
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
  // After this time without any page the pages of a failing site count as gone.
  static constexpr Duration kFailingFor = Duration::days(30);

  Roll roll;
  std::optional<Instant> none_since;  // since when no page exists; nullopt: some page exists
  Soft404Signature soft_404_signature;

  // Records the visit of a page of the collection, or of one that came back to it. `was_there`:
  // whether it existed until this visit.
  void saw(store::PageId page, bool there, bool was_there, Instant now);
  bool is_failing(Instant now) const { return none_since && now < *none_since + kFailingFor; }

  std::string encode() const;
  static SitePresence decode(std::string_view bytes);  // data that cannot be read is ignored
  bool operator==(const SitePresence&) const = default;
};

}  // namespace freshet::collection
