#include "language/identify.h"

// The header of CLD2 uses FILE without including this.
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

constexpr size_t kRoughSampleBytes = 256;
constexpr size_t kSampleBytes = 1'024;
constexpr size_t kLargeSampleBytes = 8'192;  // where the small one does not tell
// Less of it in the text than this does not make it the text's language.
constexpr double kLeastShare = 0.25;
// A script alone tells less than words do.
constexpr double kConfidenceByScript = 0.6;

// CLD2's codes that are older than BCP 47, or more than it.
std::string tag_of(std::string_view code, std::string_view sample) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"iw", "he"}, {"jw", "jv"},      {"in", "id"},           {"tl", "fil"},     {"mo", "ro"},
      {"sh", "sr"}, {"zh", "zh-hans"}, {"zh-Hant", "zh-hant"}, {"sr-ME", "sr-me"}};
  for (const auto& [old, tag] : kOthers) {
    if (code == old) return std::string(tag);
  }
  return code == "pt" ? portuguese_variant(sample) : std::string(code);
}

// Beside languages CLD2 names scripts ("xx-Cher") and jokes ("zzp", Pig Latin).
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
  // Not always the first: names and code among text of another language look English.
  const auto at = std::find(std::begin(languages), std::end(languages), found);
  if (at == std::end(languages)) return std::nullopt;
  const std::string_view code = CLD2::LanguageCode(found);
  const double share = percent[at - std::begin(languages)] / 100.0;
  if (share < kLeastShare || !is_language(code)) return std::nullopt;
  return Identified{.tag = tag_of(code, sample), .confidence = share};
}

}  // namespace

std::optional<Identified> identify_roughly(std::string_view text) {
  return by_words(sample_of(text, kRoughSampleBytes));
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
