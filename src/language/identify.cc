#include "language/identify.h"

// CLD2's header uses FILE without including <cstdio>.
#include <cstdio>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "language/portuguese.h"
#include "language/sample.h"
#include "language/script.h"

namespace freshet::language {
namespace {

constexpr size_t kQuickSampleBytes = 256;
constexpr size_t kSampleBytes = 1'024;
constexpr size_t kLargeSampleBytes = 8'192;  // used if the small one is not enough
// A language with a smaller share of the text is not the language of the text.
constexpr double kMinShare = 0.25;
// The script is weaker evidence than words.
constexpr double kConfidenceByScript = 0.6;

// Returns the tag for a code of CLD2. Some of its codes are outdated, or not tags of BCP 47.
std::string tag_of(std::string_view code, std::string_view sample) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"iw", "he"}, {"jw", "jv"},      {"in", "id"},           {"tl", "fil"},     {"mo", "ro"},
      {"sh", "sr"}, {"zh", "zh-hans"}, {"zh-Hant", "zh-hant"}, {"sr-ME", "sr-me"}};
  for (const auto& [old, tag] : kOthers) {
    if (code == old) return std::string(tag);
  }
  return code == "pt" ? portuguese_variant(sample) : std::string(code);
}

// CLD2 also has codes for scripts ("xx-Cher") and for joke languages ("zzp", Pig Latin).
bool is_language(std::string_view code) {
  return !code.starts_with("xx") && !code.starts_with("zz") && code != "un";
}

std::optional<Identified> by_words(const std::string& sample) {
  const CLD2::CLDHints no_hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING,
                                   CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language languages[3] = {};
  int percent[3] = {};
  double scores[3] = {};
  int letters = 0;
  int valid = 0;
  bool is_reliable = false;
  constexpr bool kPlainText = true;
  const CLD2::Language found = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      sample.data(), static_cast<int>(sample.size()), kPlainText, &no_hints, 0, languages, percent,
      scores, nullptr, &letters, &is_reliable, &valid);
  if (!is_reliable || found == CLD2::UNKNOWN_LANGUAGE) return std::nullopt;
  // This may not be the first in the list: names and program code look like English.
  const auto at = std::find(std::begin(languages), std::end(languages), found);
  if (at == std::end(languages)) return std::nullopt;
  const std::string_view code = CLD2::LanguageCode(found);
  const double share = percent[at - std::begin(languages)] / 100.0;
  if (share < kMinShare || !is_language(code)) return std::nullopt;
  return Identified{.tag = tag_of(code, sample), .confidence = share};
}

}  // namespace

std::optional<Identified> identify_quickly(std::string_view text) {
  return by_words(sample_of(text, kQuickSampleBytes));
}

std::optional<Identified> identify(std::string_view text) {
  std::string sample = sample_of(text, kSampleBytes);
  if (auto found = by_words(sample)) return found;
  if (text.size() > kSampleBytes) {
    sample = sample_of(text, kLargeSampleBytes);
    if (auto found = by_words(sample)) return found;
  }
  const std::string_view language = language_of_script(sample);
  if (language.empty()) return std::nullopt;
  return Identified{.tag = std::string(language), .confidence = kConfidenceByScript};
}

}  // namespace freshet::language
