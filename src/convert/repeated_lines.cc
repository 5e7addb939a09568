#include "convert/repeated_lines.h"

#include <algorithm>

#include "catalog/title.h"
#include "digest/fingerprint.h"

namespace freshet::convert {
namespace {

// A line is repeated if it occurs on at least this many pages of the sample, and on one page in 16.
constexpr size_t kMinRepetitions = 3;
constexpr size_t kOnePageIn = 16;
constexpr size_t kMaxLines = 1'000;  // of a page, and of a site

uint64_t fingerprint_of(std::string_view line) {
  return digest::fingerprint(line).value;
}

// The line feed makes the fingerprint differ from that of a line with the same text.
uint64_t fingerprint_of_part(std::string_view part) {
  return fingerprint_of("\n" + std::string(part));
}

template <typename Callback>
void each_line(std::string_view text, const Callback& callback) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    callback(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

void append_line(std::string& out, std::string_view line) {
  if (!out.empty()) out += '\n';
  out += line;
}

template <typename IsContent>
SplitText split_by(const VisibleText& visible, const IsContent& is_content) {
  SplitText split;
  split.content.reserve(visible.text.size());
  size_t link_bytes = 0;
  size_t number = 0;
  each_line(visible.text, [&](std::string_view line) {
    const LineShape shape = number < visible.shapes.size() ? visible.shapes[number] : LineShape();
    ++number;
    const bool to_content = is_content(line, shape);
    if (to_content && shape.is_link) link_bytes += line.size();
    append_line(to_content ? split.content : split.boilerplate, line);
  });
  if (link_bytes > 0) {
    split.link_share = static_cast<double>(link_bytes) / static_cast<double>(split.content.size());
  }
  return split;
}

SplitText split_by_shape(const VisibleText& visible) {
  return split_by(visible, [](std::string_view, const LineShape& shape) { return shape.is_main; });
}

}  // namespace

RepeatedLines::RepeatedLines(std::vector<uint64_t> fingerprints)
    : sorted_(std::move(fingerprints)) {
  std::sort(sorted_.begin(), sorted_.end());
}

bool RepeatedLines::has(std::string_view line) const {
  return std::binary_search(sorted_.begin(), sorted_.end(), fingerprint_of(line));
}

bool RepeatedLines::has_title_part(std::string_view part) const {
  return std::binary_search(sorted_.begin(), sorted_.end(), fingerprint_of_part(part));
}

uint64_t RepeatedLines::fingerprint() const {
  return fingerprint_of(encoded());
}

std::string RepeatedLines::encoded() const {
  std::string bytes;
  bytes.reserve(sorted_.size() * 8);
  for (const uint64_t line : sorted_) {
    for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(line >> shift));
  }
  return bytes;
}

std::optional<RepeatedLines> RepeatedLines::decode(std::string_view bytes) {
  if (bytes.size() % 8 != 0) return std::nullopt;
  std::vector<uint64_t> lines(bytes.size() / 8);
  for (size_t i = 0; i < bytes.size(); ++i) {
    lines[i / 8] |= uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * (i % 8);
  }
  return RepeatedLines(std::move(lines));
}

std::vector<uint64_t> line_fingerprints(std::string_view text, std::string_view title) {
  std::vector<uint64_t> lines;
  each_line(text, [&](std::string_view line) { lines.push_back(fingerprint_of(line)); });
  for (const std::string_view part : catalog::title_parts(catalog::without_section_number(title))) {
    lines.push_back(fingerprint_of_part(part));
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  lines.resize(std::min(lines.size(), kMaxLines));
  return lines;
}

void LineCounter::add(const std::vector<uint64_t>& lines_of_page) {
  ++pages_;
  lines_.insert(lines_.end(), lines_of_page.begin(), lines_of_page.end());
}

std::optional<RepeatedLines> LineCounter::repeated() const {
  if (pages_ < kMinPages) return std::nullopt;
  const size_t required = std::max(kMinRepetitions, (pages_ + kOnePageIn - 1) / kOnePageIn);
  std::vector<uint64_t> sorted = lines_;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::pair<size_t, uint64_t>> repeated;  // number of pages, line
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto end = std::upper_bound(at, sorted.end(), *at);
    const auto pages = static_cast<size_t>(end - at);
    if (pages >= required) repeated.emplace_back(pages, *at);
    at = end;
  }
  std::sort(repeated.begin(), repeated.end(), std::greater<>());
  repeated.resize(std::min(repeated.size(), kMaxLines));
  std::vector<uint64_t> fingerprints;
  fingerprints.reserve(repeated.size());
  for (const auto& [pages, line] : repeated) fingerprints.push_back(line);
  return RepeatedLines(std::move(fingerprints));
}

SplitText split_text(const VisibleText& visible, std::string_view title,
                     const RepeatedLines* repeated) {
  if (repeated == nullptr) return split_by_shape(visible);
  // Parts of the title that only this page has, and those that are repeated on the site.
  std::vector<std::string_view> own;
  std::vector<std::string_view> shared;
  for (const std::string_view part : catalog::title_parts(catalog::without_section_number(title))) {
    (repeated->has_title_part(part) ? shared : own).push_back(part);
  }
  SplitText split = split_by(visible, [&](std::string_view line, const LineShape&) {
    return !repeated->has(line) || std::find(own.begin(), own.end(), line) != own.end();
  });
  if (split.content.empty()) split = split_by_shape(visible);
  for (const std::string_view part : shared) append_line(split.boilerplate, part);
  return split;
}

}  // namespace freshet::convert
