#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "collection/alias.h"

namespace freshet::collection {

// What a visit to a page of one site showed about the page of another site with the same path.
struct AliasSample {
  // Stored: the numbers keep their meaning.
  enum class Verdict : uint8_t {
    kOpen = 0,       // it has content, which is to be compared with that of the other page
    kSame = 1,       // both have the same content, and no other page had it first
    kRedirect = 2,   // it redirects to the other page
    kElsewhere = 3,  // it redirects to any other page
    kNeutral = 4,    // the contents differ as those of two visits to one page may
    kDiffers = 5,    // the contents differ though both were fetched within a day
    kMissing = 6,    // it has content, and the other page does not exist
  };
  // The rel=canonical of the page. Stored, too.
  enum class Canonical : uint8_t { kUnknown = 0, kThere = 1, kNotThere = 2 };

  std::string path;  // with its query
  Verdict verdict = Verdict::kOpen;
  Canonical canonical = Canonical::kUnknown;
  bool operator==(const AliasSample&) const = default;
};

// Collects evidence that a site is an alias of another one: the latest verdict on each page of a
// sample of bounded size. A page never counts twice, however often it is visited.
class AliasSuspect {
 public:
  // So many pages, in addition to the root, must agree. Eight pages that agree by chance would need
  // two sites that share eight contents under the same paths, and their roots, and no visited page
  // that differs.
  static constexpr size_t kEnough = 8;
  // So many are enough if all pages of the site were visited.
  static constexpr size_t kFewest = 3;
  static constexpr size_t kMostSamples = 24;
  static constexpr size_t kLongestPath = 200;  // longer ones are no samples

  AliasSuspect() = default;
  explicit AliasSuspect(std::string of) : of_(std::move(of)) {}

  const std::string& of() const { return of_; }  // the other site
  const std::vector<AliasSample>& samples() const { return samples_; }

  const AliasSample* find(std::string_view path) const;
  void put(AliasSample sample);
  // Replaces the verdict on an open sample.
  void settle(std::string_view path, AliasSample::Verdict verdict);
  // Whether enough is new since the last call of compared() to compare open samples and conclude.
  bool is_worth_comparing(bool is_complete) const;
  void compared();

  // Returns what the evidence shows, if it is sufficient; the roots are not judged. `is_complete`:
  // no more pages of the site wait for a visit.
  std::optional<Alias::Evidence> conclusion(bool is_complete, size_t enough = kEnough) const;
  bool is_root_canonical() const;
  bool names_as_canonical() const;  // any page names the other site with rel=canonical
  // Whether both sites are different by the contents of their pages, whatever else is found.
  bool is_refuted() const;
  Alias alias(Alias::Evidence evidence, Instant now) const;

  // Nothing counts before this time, because the site was found to be no alias of the other.
  Instant rejected_until;

  std::string encode() const;
  static std::optional<AliasSuspect> decode(std::string_view& bytes);  // takes its bytes
  bool operator==(const AliasSuspect& other) const;

 private:
  size_t most_agreed() const;

  std::string of_;
  std::vector<AliasSample> samples_;
  // Not stored: what is new since the last comparison, and whether there was enough evidence then.
  uint32_t news_ = 0;
  bool had_enough_ = false;
};

// The other sites of which a site may be an alias.
class AliasSuspects {
 public:
  static constexpr size_t kMost = 3;

  bool empty() const { return all_.empty(); }
  std::vector<AliasSuspect>& all() { return all_; }
  const std::vector<AliasSuspect>& all() const { return all_; }
  AliasSuspect* find(std::string_view of);
  const AliasSuspect* find(std::string_view of) const;
  // Returns the suspect, and adds it if it is new; the one with the fewest samples gives way.
  AliasSuspect& at(std::string_view of);
  // Forgets all samples about a site, and takes no more before this time.
  void reject(std::string_view of, Instant until);

  std::string encode() const;
  static AliasSuspects decode(std::string_view bytes);
  bool operator==(const AliasSuspects&) const = default;

 private:
  std::vector<AliasSuspect> all_;
};

}  // namespace freshet::collection
