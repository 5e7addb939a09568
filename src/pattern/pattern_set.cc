#include "pattern/pattern_set.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>

namespace freshet::pattern {
namespace {

// Of the program and of the table of states that RE2 builds while it searches.
constexpr int64_t kMaxSetBytes = 16 << 20;

re2::RE2::Options set_options() {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kMaxSetBytes);
  return options;
}

}  // namespace

struct PatternSet::Compiled {
  re2::RE2::Set set{set_options(), re2::RE2::UNANCHORED};
};

Result<PatternSet> PatternSet::make(std::vector<Pattern> patterns) {
  auto compiled = std::make_unique<Compiled>();
  for (const Pattern& pattern : patterns) {
    std::string error;
    if (compiled->set.Add(pattern.text(), &error) < 0) return fail(std::move(error));
  }
  if (!patterns.empty() && !compiled->set.Compile()) {
    return fail("the patterns are too large together; use fewer or simpler ones");
  }
  return PatternSet(std::move(patterns), std::move(compiled));
}

PatternSet::PatternSet(std::vector<Pattern> patterns, std::unique_ptr<Compiled> compiled)
    : patterns_(std::move(patterns)), compiled_(std::move(compiled)) {}
PatternSet::~PatternSet() = default;
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;

std::optional<size_t> PatternSet::first_match(std::string_view text) const {
  if (patterns_.empty()) return std::nullopt;
  const re2::StringPiece piece(text.data(), text.size());
  re2::RE2::Set::ErrorInfo info{};
  // Without a list of matches the search needs no memory and stops at the first match.
  if (!compiled_->set.Match(piece, nullptr, &info)) {
    if (info.kind == re2::RE2::Set::kNoError) return std::nullopt;
    return first_match_one_by_one(text);
  }
  if (patterns_.size() == 1) return 0;
  std::vector<int> matches;
  if (!compiled_->set.Match(piece, &matches) || matches.empty()) {
    return first_match_one_by_one(text);
  }
  return static_cast<size_t>(*std::min_element(matches.begin(), matches.end()));
}

// For a search that ran out of memory.
std::optional<size_t> PatternSet::first_match_one_by_one(std::string_view text) const {
  for (size_t i = 0; i < patterns_.size(); ++i) {
    if (patterns_[i].matches(text)) return i;
  }
  return std::nullopt;
}

}  // namespace freshet::pattern
