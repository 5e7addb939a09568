#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "crawl/site_presence.h"
#include "store/types.h"

namespace freshet::crawl {

// A site that answers with something else than its pages: a challenge, a consent wall, a block
// page. It is kept in the state of the site until a page answers with content of its own.
struct Wall {
  static constexpr size_t kLongestMark = 40;
  // A content that all pages have for so long is what the site has become; a challenge never is.
  static constexpr Duration kLongest = Duration::days(30);

  Instant since;
  Instant last;                      // visit that met it
  uint32_t visits = 0;               // that met it
  uint8_t rests = 0;                 // of the host because of it; the next one is longer
  std::string mark;                  // by which it is known; empty: by its content
  std::optional<Likeness> likeness;  // of its content, if that is how it is known

  bool stands(Instant now) const { return !likeness || now < since + kLongest; }
  std::string words() const;  // "a captcha", "one and the same content"
  Duration rest(Duration first, Duration longest) const;

  std::string encode() const;  // at most 94 bytes
  static std::optional<Wall> decode(std::string_view bytes);
  bool operator==(const Wall&) const = default;
};

// What a visit says of a wall.
struct WallSight {
  store::PageKey page;
  std::string_view mark;          // of a challenge; see challenge.h
  std::optional<Likeness> shown;  // content, or the body of a refusal (4xx) of a page that had some
  std::optional<Likeness> before;  // what the page had at its last success; none: a first visit
  bool refused = false;            // `shown` is that of a refusal
  bool was_blocked = false;        // at its last visit
};

// Recognises walls of one site from its visits, in their order. Two kinds of evidence:
// - marks of challenges: the visit is blocked, and after three pages in a row the site is walled;
// - pages that had contents of their own, different from each other, and now all show one. The
//   first that turns is believed, the next ones in a row are suspect and count as blocked once, and
//   after enough of them the site is walled.
// Any page that shows content of its own in between begins the count anew and ends a wall. What is
// new or a duplicate is no evidence: many sites have pages that are all alike.
class WallWatch {
 public:
  static constexpr size_t kMarked = 3;               // pages in a row
  static constexpr size_t kFewest = 3, kEnough = 5;  // that turned, for small sites and others

  enum class Verdict : uint8_t { kOpen, kSuspect, kBlocked };

  // `pages`: how many the site has. May begin or end the wall.
  Verdict saw(const WallSight& sight, uint64_t pages, Instant now, std::optional<Wall>& wall);

  // What is taken back when a wall is recognised: the page that turned first as it was before,
  // with the time of the change that was recorded of it, and pages that were new since.
  struct Kept {
    store::PageState page;
    std::string version;
    Instant at;
  };
  std::optional<Kept> kept;
  std::vector<store::PageKey> taken_in;  // the last ones
  void take_in(const store::PageKey& page);

  // The pages that were blocked or turned, in a row; the first one that turned was believed.
  const std::vector<store::PageKey>& in_a_row() const { return row_; }

 private:
  Verdict saw_mark(const WallSight& sight, Instant now, std::optional<Wall>& wall);
  Verdict saw_turned(const WallSight& sight, uint64_t pages, Instant now,
                     std::optional<Wall>& wall);
  bool is_in_row(const store::PageKey& page) const;
  void begin_row(const WallSight& sight, Instant now);

  std::vector<store::PageKey> row_;  // at most kEnough
  std::vector<Likeness> before_;     // of pages that turned, as row_
  std::optional<Likeness> shown_;    // by all of the row; none: marks
  Instant since_;
};

}  // namespace freshet::crawl
