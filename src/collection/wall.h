#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "collection/site_presence.h"
#include "store/types.h"

namespace freshet::collection {

// A site that answers with a challenge, a consent wall or a block page instead of its pages. It is
// stored with the site until a page answers with its own content.
struct Wall {
  static constexpr size_t kLongestMark = 40;
  // A content that all pages have for so long counts as the site's own; a challenge never does.
  static constexpr Duration kLongest = Duration::days(30);

  Instant since;
  Instant last;         // last visit that got the wall
  uint32_t visits = 0;  // visits that got the wall
  uint8_t rests = 0;    // delays of the host because of it; each is longer than the last
  std::string mark;     // mark by which it was recognised; empty: by its content
  std::optional<Likeness> likeness;  // of its content, if it was recognised by that

  bool stands(Instant now) const { return !likeness || now < since + kLongest; }
  std::string words() const;  // "a captcha", "one and the same content"
  Duration rest(Duration first, Duration longest) const;

  std::string encode() const;  // at most 94 bytes
  static std::optional<Wall> decode(std::string_view bytes);
  bool operator==(const Wall&) const = default;
};

// The evidence of one visit for or against a wall.
struct WallSight {
  store::PageKey page;
  std::string_view mark;  // mark of a challenge; see challenge.h
  // The content, or the body of a refusal (4xx) of a page that had content.
  std::optional<Likeness> shown;
  std::optional<Likeness> before;  // content at the page's last success; none: a first visit
  bool refused = false;            // `shown` is that of a refusal
  bool was_blocked = false;        // the page was blocked at its last visit
};

// Recognises walls of one site from its visits, in their order. There are two kinds of evidence:
// - Marks of challenges: the visit is blocked, and after three pages in a row the site has a wall.
// - Pages that had contents of their own, different from each other, and now all have the same one.
//   The first that turned is accepted, the next ones in a row are suspect and count as blocked
//   once, and after enough of them the site has a wall.
//
// A page with content of its own resets the count and ends a wall. New pages and duplicates are no
// evidence, because many sites have pages that are all alike.
class WallWatch {
 public:
  static constexpr size_t kMarked = 3;  // pages in a row
  // Pages in a row that turned, for small and for other sites.
  static constexpr size_t kFewest = 3, kEnough = 5;

  enum class Verdict : uint8_t { kOpen, kSuspect, kBlocked };

  // Processes a visit; may begin or end the wall. `pages`: the number of pages of the site.
  Verdict saw(const WallSight& sight, uint64_t pages, Instant now, std::optional<Wall>& wall);

  // What is withdrawn when a wall is recognised: the first page that turned, as it was before, with
  // the time of the change that was recorded of it, and pages that were new since.
  struct Kept {
    store::PageState page;
    std::string version;
    Instant at;
  };
  std::optional<Kept> kept;
  std::vector<store::PageKey> taken_in;  // the most recent new pages
  void take_in(const store::PageKey& page);

  // The pages in a row that were blocked or turned; the first one that turned was accepted.
  const std::vector<store::PageKey>& in_a_row() const { return row_; }

 private:
  Verdict saw_mark(const WallSight& sight, Instant now, std::optional<Wall>& wall);
  Verdict saw_turned(const WallSight& sight, uint64_t pages, Instant now,
                     std::optional<Wall>& wall);
  bool is_in_row(const store::PageKey& page) const;
  void begin_row(const WallSight& sight, Instant now);

  std::vector<store::PageKey> row_;  // at most kEnough
  std::vector<Likeness> before_;     // former contents of the pages in row_
  std::optional<Likeness> shown_;    // content that all of the row have; none: marks of challenges
  Instant since_;
};

}  // namespace freshet::collection
