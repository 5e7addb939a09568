#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "parse/token_sink.h"

namespace freshet::parse {

// Collects the dates that a page states for itself: when it was last modified, and when it was
// published. The first valid date of each counts. Names with several meanings (`date`, `revised`,
// `og:updated_time`) count as the date of modification only if no clearer name does.
class PageDates {
 public:
  // <meta property|name|itemprop|http-equiv=... content=...>
  void add_meta(const StartTag& tag, std::string_view content);
  // <time itemprop=dateModified datetime=...>
  void add_time(const StartTag& tag);

  // <script type="application/ld+json">, whose text comes in pieces. At most 64 KiB of all scripts
  // of a page are searched.
  void begin_script(const StartTag& tag);
  void script_text(std::string_view piece);
  void end_script();

  std::optional<Instant> modified() const { return modified_ ? modified_ : ambiguous_; }
  std::optional<Instant> published() const { return published_; }

 private:
  void add(std::string_view name, std::string_view date);

  std::optional<Instant> modified_;
  std::optional<Instant> ambiguous_;
  std::optional<Instant> published_;
  std::string script_;       // text of the current script
  size_t script_bytes_ = 0;  // of all scripts
  bool in_json_ = false;
};

}  // namespace freshet::parse
