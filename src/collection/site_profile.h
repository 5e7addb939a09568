#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/alias.h"
#include "collection/alias_suspect.h"
#include "collection/recipe_health.h"
#include "collection/site_failure.h"
#include "collection/site_presence.h"
#include "collection/wall.h"
#include "http/headers.h"
#include "http/validators.h"
#include "schedule/load_profile.h"

namespace freshet::collection {

// Decides which conditional headers a site gets. Some servers always answer 304, some never do, and
// some do only with one of the two conditions.
class Conditions {
 public:
  // The values are stored: they must not change.
  enum class Form : uint8_t { kBoth = 0, kTagAlone = 1, kDateAlone = 2, kNone = 3 };

  Form form() const { return form_; }
  // Returns the headers for a page with these validators; none if they are useless or not reliable.
  http::HeaderMap headers(const http::Validators& validators) const;

  // Records the answer to a conditional request: 304, or the same content again.
  void answered(bool not_modified, bool had_both);
  // Records the answer to an unconditional request that had the same validators as last time:
  // whether the content had changed.
  void compared(bool changed);

  void encode(std::string& out) const;
  static Conditions decode(std::string_view bytes);  // 5 bytes; anything else is ignored
  static constexpr size_t kBytes = 5;

  bool operator==(const Conditions&) const = default;

 private:
  Form form_ = Form::kBoth;
  uint8_t answers_ = 0;  // 304s to this form; counters stop at 255
  uint8_t useless_ = 0;  // same content sent again since the last 304
  uint8_t honest_ = 0;
  uint8_t lies_ = 0;
};

// What visits have shown about a site, in addition to its rules and delays.
struct SiteProfile {
  Conditions conditions;
  schedule::LoadProfile load;
  SitePresence presence;
  std::optional<SiteFailure> failure;  // none: the site answered at the last attempt
  std::optional<Wall> wall;            // none: the site answers with its pages
  std::optional<Alias> alias;          // set: the site is the same as another
  AliasSuspects suspects;              // the sites of which it may be an alias
  std::vector<RecipeHealth> recipes;   // those that have item pages at the site
  std::vector<uint64_t> addresses;     // keys of its last addresses, the latest first

  static constexpr size_t kMostAddresses = 4;
  static constexpr size_t kMostRecipes = 20;
  // Returns the health of a recipe; adds it if it is new, and nullptr if there are too many.
  RecipeHealth* health_of(std::string_view recipe);
  // Returns false if nothing changes.
  bool add_address(uint64_t key);
  // The same for an encoded profile.
  static bool add_address(std::string& bytes, uint64_t key);

  std::string encode() const;
  static SiteProfile decode(std::string_view bytes);  // data that cannot be read is ignored
  // Returns whether decode() would find a failure; reads one byte.
  static bool has_failure(std::string_view bytes);
  static bool has_wall(std::string_view bytes);  // the same for a wall
  static bool has_alias(std::string_view bytes);
  static bool has_suspects(std::string_view bytes);
};

}  // namespace freshet::collection
