#include "pattern/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>

namespace freshet::pattern {
namespace {

// Of the program and of the table of states that RE2 builds while it searches.
constexpr int64_t kMaxPatternBytes = 8 << 20;

re2::RE2::Options options() {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kMaxPatternBytes);
  return options;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Returns where the only occurrence of the part begins; 0 if there are several.
size_t position_of(std::string_view part, std::string_view expression) {
  const size_t first = expression.find(part);
  return first != std::string_view::npos && first == expression.rfind(part) ? first : 0;
}

constexpr size_t kMostBeginnings = 16;

bool is_special(char c) {
  return std::string_view("^$.|?*+()[]{}").find(c) != std::string_view::npos;
}

// Returns texts one of which begins every text that matches; none if that is not obvious. It reads
// an anchor, letters, and letters with a question mark, as in "^https?://a\\.example/".
std::vector<std::string> beginnings_of(std::string_view expression) {
  const bool has_alternatives = expression.find('|') != std::string_view::npos;
  if (!expression.starts_with('^') || has_alternatives) return {};
  std::vector<std::string> all = {""};
  for (size_t at = 1; at < expression.size();) {
    char c = expression[at++];
    if (c == '\\') {
      // A backslash before a letter or digit is a class, and before anything else that itself.
      if (at == expression.size() || std::isalnum(static_cast<unsigned char>(expression[at])))
        break;
      c = expression[at++];
    } else if (is_special(c)) {
      break;
    }
    const char next = at < expression.size() ? expression[at] : '\0';
    if (next == '*' || next == '+' || next == '{') break;
    const size_t count = all.size();
    if (next == '?') {
      if (++at < expression.size() && expression[at] == '?') break;
      if (2 * count > kMostBeginnings) break;
      for (size_t i = 0; i < count; ++i) all.push_back(all[i]);
    }
    for (size_t i = 0; i < count; ++i) all[i] += c;
  }
  return all;
}

}  // namespace

Result<Pattern, PatternError> Pattern::make(std::string_view expression) {
  auto compiled = std::make_unique<re2::RE2>(piece(expression), options());
  if (!compiled->ok()) {
    return Unexpected(
        PatternError{compiled->error(), position_of(compiled->error_arg(), expression)});
  }
  return Pattern(std::move(compiled));
}

Pattern::Pattern(std::unique_ptr<re2::RE2> compiled) : compiled_(std::move(compiled)) {}
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

const std::string& Pattern::text() const {
  return compiled_->pattern();
}

size_t Pattern::size() const {
  return static_cast<size_t>(compiled_->ProgramSize());
}

bool Pattern::matches(std::string_view text) const {
  return re2::RE2::PartialMatch(piece(text), *compiled_);
}

bool Pattern::may_match_prefix(std::string_view prefix) const {
  const std::vector<std::string> beginnings = beginnings_of(text());
  return beginnings.empty() ||
         std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string& beginning) {
           return prefix.starts_with(beginning) || beginning.starts_with(prefix);
         });
}

std::optional<std::vector<std::optional<std::string_view>>> Pattern::groups(
    std::string_view text) const {
  const auto count = static_cast<size_t>(compiled_->NumberOfCapturingGroups()) + 1;
  std::vector<re2::StringPiece> pieces(count);
  if (!compiled_->Match(piece(text), 0, text.size(), re2::RE2::UNANCHORED, pieces.data(),
                        static_cast<int>(count))) {
    return std::nullopt;
  }
  std::vector<std::optional<std::string_view>> groups(count);
  for (size_t i = 0; i < count; ++i) {
    if (pieces[i].data() != nullptr) groups[i] = {pieces[i].data(), pieces[i].size()};
  }
  // RE2 does not distinguish an empty match in a text without an address from no match.
  if (!groups[0]) groups[0] = std::string_view();
  return groups;
}

std::vector<std::pair<std::string, size_t>> Pattern::group_names() const {
  std::vector<std::pair<std::string, size_t>> names;
  for (const auto& [name, index] : compiled_->NamedCapturingGroups()) {
    names.emplace_back(name, static_cast<size_t>(index));
  }
  return names;
}

}  // namespace freshet::pattern
