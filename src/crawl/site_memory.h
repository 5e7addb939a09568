#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/site_failure.h"
#include "crawl/site_presence.h"
#include "crawl/wall.h"
#include "http/headers.h"
#include "http/validators.h"
#include "schedule/load_profile.h"

namespace freshet::crawl {

// Whether a site may be asked "only if it has changed". Some servers answer 304 whatever happened,
// some never do, and some only if asked with one of the two conditions.
class Conditions {
 public:
  // Stored: numbers keep their meaning.
  enum class Form : uint8_t { kBoth = 0, kTagAlone = 1, kDateAlone = 2, kNone = 3 };

  Form form() const { return form_; }
  // What to send for a page with these validators; nothing if it is of no use or not to be
  // believed.
  http::HeaderMap headers(const http::Validators& validators) const;

  // Asked with conditions, a page was answered 304; or sent anew although nothing had changed.
  void answered(bool not_modified, bool had_both);
  // Asked without, a page came with the validators of last time, and had changed or not.
  void compared(bool changed);

  void encode(std::string& out) const;
  static Conditions decode(std::string_view bytes);  // 5 bytes; anything else is as nothing
  static constexpr size_t kBytes = 5;

  bool operator==(const Conditions&) const = default;

 private:
  Form form_ = Form::kBoth;
  uint8_t answers_ = 0;  // 304s, of this form; counts stop at 255
  uint8_t useless_ = 0;  // since the last of them
  uint8_t honest_ = 0;
  uint8_t lies_ = 0;
};

// What visits have taught of a site, beside its rules and rests.
struct SiteMemory {
  Conditions conditions;
  schedule::LoadProfile load;
  SitePresence presence;
  std::optional<SiteFailure> failure;  // none: the site answered at the last attempt
  std::optional<Wall> wall;            // none: its pages answer with contents of their own

  std::string encode() const;
  static SiteMemory decode(std::string_view bytes);  // what cannot be read is as nothing
  // Whether decode() would find a failure; reads one byte.
  static bool has_failure(std::string_view bytes);
  static bool has_wall(std::string_view bytes);  // the same for a wall
};

}  // namespace freshet::crawl
