#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "parse/tokenizer.h"

namespace freshet::parse {

// The dates that a page gives for itself, as it is read: when it was last modified and when it was
// published. Of several the first counts; names that mean other things as well (`date`, `revised`,
// `og:updated_time`) count for a modification only where no clearer name does.
class PageDates {
 public:
  // <meta property|name|itemprop|http-equiv=... content=...>
  void note_meta(const StartTag& tag, std::string_view content);
  // <time itemprop=dateModified datetime=...>
  void note_time(const StartTag& tag);

  // <script type="application/ld+json">: its text in pieces. At most 64 kB of a page are looked at.
  void begin_script(const StartTag& tag);
  void script_text(std::string_view piece);
  void end_script();

  std::optional<Instant> modified() const { return modified_ ? modified_ : unclear_; }
  std::optional<Instant> published() const { return published_; }

 private:
  void note(std::string_view name, std::string_view date);

  std::optional<Instant> modified_;
  std::optional<Instant> unclear_;
  std::optional<Instant> published_;
  std::string script_;       // of the one that is being read
  size_t script_bytes_ = 0;  // of all
  bool in_json_ = false;
};

}  // namespace freshet::parse
