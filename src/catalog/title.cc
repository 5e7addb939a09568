#include "catalog/title.h"

#include <algorithm>

#include "text/ascii.h"

namespace freshet::catalog {
namespace {

constexpr std::string_view kSeparators[] = {
    " - ",  " | ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", " \xC2\xB7 ", " \xC2\xBB ", " \xC2\xAB ",
    " :: ", ": "};

struct Separator {
  size_t at = std::string_view::npos;
  size_t size = 0;
};

Separator first_separator(std::string_view text) {
  Separator first;
  for (const std::string_view separator : kSeparators) {
    const size_t at = text.find(separator);
    if (at < first.at) first = {at, separator.size()};
  }
  return first;
}

bool has_line(std::string_view text, std::string_view line) {
  for (size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) {
    const size_t end = at + line.size();
    if ((at == 0 || text[at - 1] == '\n') && (end == text.size() || text[end] == '\n')) return true;
  }
  return false;
}

}  // namespace

std::string_view without_section_number(std::string_view title) {
  size_t at = 0;
  while (true) {
    size_t digits = at;
    while (digits < title.size() && text::is_digit(title[digits])) ++digits;
    if (digits == at || digits >= title.size() || title[digits] != '.') break;
    at = digits + 1;
  }
  if (at == 0 || at >= title.size() || !text::is_space(title[at])) return title;
  return text::trim_start(title.substr(at));
}

std::vector<std::string_view> title_parts(std::string_view title) {
  std::vector<std::string_view> parts;
  while (true) {
    const Separator separator = first_separator(title);
    const std::string_view part = title.substr(0, std::min(separator.at, title.size()));
    if (!part.empty()) parts.push_back(part);
    if (separator.at == title.npos) return parts;
    title.remove_prefix(separator.at + separator.size);
  }
}

std::string indexed_title(std::string_view title, std::string_view boilerplate) {
  title = without_section_number(title);
  std::string out;
  for (const std::string_view part : title_parts(title)) {
    if (!boilerplate.empty() && has_line(boilerplate, part)) continue;
    if (!out.empty()) out += ' ';
    out += part;
  }
  return out.empty() ? std::string(title) : out;
}

}  // namespace freshet::catalog
