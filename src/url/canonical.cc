#include "url/canonical.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/percent.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

// Appends the text with escapes in upper case, and those of unreserved characters decoded. A '%'
// that begins no escape is kept. An escape is not decoded if such a '%' would then begin an escape
// ("%4%31" must not become "%41"). So normalising twice gives the same as normalising once.
void append_normalized(std::string& out, std::string_view text) {
  size_t stray = std::string::npos;  // position in `out` of the last '%' that begins no escape
  while (true) {
    const size_t percent = std::min(text.find('%'), text.size());
    out.append(text, 0, percent);
    text.remove_prefix(percent);
    if (text.empty()) return;
    const int byte = text::escaped_byte(text, 0);
    if (byte < 0) {
      stray = out.size();
      out += '%';
      text.remove_prefix(1);
      continue;
    }
    const char c = static_cast<char>(byte);
    const bool completes_stray =
        stray != std::string::npos && out.size() - stray <= 2 && text::hex_digit(c) >= 0;
    if (text::is_unreserved(c) && !completes_stray) {
      out += c;
    } else {
      append_escape(out, c);
    }
    text.remove_prefix(3);
  }
}

constexpr size_t kSessionIdLength = 24;

// Whether ASP.NET put this segment into the path instead of a cookie: "(S(id))". There may be other
// letters with a value beside S, as in "(X(1)S(id))". Old versions use "(id)".
bool is_session_segment(std::string_view segment) {
  if (segment.size() < kSessionIdLength + 2 || segment.front() != '(' || segment.back() != ')') {
    return false;
  }
  segment = segment.substr(1, segment.size() - 2);
  const auto is_id = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return text::is_alnum(c) || c == '-' || c == '_'; });
  };
  if (segment.size() == kSessionIdLength && is_id(segment)) return true;
  bool has_id = false;
  while (!segment.empty()) {
    const size_t close = segment.find(')');
    if (close == std::string_view::npos || close < 2 || segment[1] != '(' ||
        std::string_view("afsx").find(text::to_lower(segment[0])) == std::string_view::npos ||
        !is_id(segment.substr(2, close - 2))) {
      return false;
    }
    has_id = has_id || close - 2 >= kSessionIdLength;
    segment.remove_prefix(close + 1);
  }
  return has_id;
}

bool is_dot_segment(std::string_view segment) {
  return segment == "." || segment == "..";
}

// A link "?a=1&amp;b=2" that was not unescaped has a parameter named "amp;b".
constexpr std::string_view kUnescapedAmpersand = "amp;";

// Sorts the parameters of a query by name; those with the same name keep their order.
std::string sorted(std::string_view query) {
  std::vector<std::string_view> parameters;
  for (size_t at = 0; at <= query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    parameters.push_back(query.substr(at, end - at));
    at = end + 1;
  }
  const auto name = [](std::string_view parameter) {
    return parameter.substr(0, parameter.find('='));
  };
  std::stable_sort(parameters.begin(), parameters.end(),
                   [&](auto a, auto b) { return name(a) < name(b); });
  std::string out;
  out.reserve(query.size());
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) out += '&';
    out += parameters[i];
  }
  return out;
}

}  // namespace

Canonicalizer::Canonicalizer(const CanonicalRules& rules)
    : remove_session_segments_(rules.remove_session_segments), sort_query_(rules.sort_query) {
  for (const std::string& name : rules.session_parameters) add(name, true);
  for (const std::string& name : rules.tracking_parameters) add(name, false);
}

void Canonicalizer::add(std::string_view name, bool is_session) {
  Name entry{text::lower_case(name), name.ends_with('*'), is_session};
  if (entry.is_prefix) entry.lower.pop_back();
  if (entry.lower.empty()) return;
  names_[static_cast<uint8_t>(entry.lower[0]) & 31].push_back(std::move(entry));
}

// Whether the rules remove the parameter "name=value".
bool Canonicalizer::matches(std::string_view parameter, bool sessions_only) const {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  if (name.empty()) return false;
  for (const Name& entry : names_[static_cast<uint8_t>(name[0]) & 31]) {
    if (sessions_only && !entry.is_session) continue;
    if (entry.is_prefix ? text::starts_with_ignoring_case(name, entry.lower)
                        : text::equals_ignoring_case(name, entry.lower)) {
      return true;
    }
  }
  return false;
}

std::optional<CanonicalUrl> Canonicalizer::canonical(const Url& url) const {
  std::string out;
  out.reserve(url.without_fragment().size());
  if (!append(out, url)) return std::nullopt;
  return CanonicalUrl(std::move(out));
}

bool Canonicalizer::append(std::string& out, const Url& url) const {
  if (!url.is_web()) return false;
  out += url.scheme_text();
  out += "://";
  out += url.host_and_port();
  append_path(out, url.path());
  if (!url.query().empty()) append_query(out, url.query());
  return true;
}

void Canonicalizer::append_path(std::string& out, std::string_view path) const {
  const bool plain = std::none_of(path.begin(), path.end(),
                                  [](char c) { return c == '%' || c == ';' || c == '('; });
  if (plain) {
    out += path;
    return;
  }
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find('/', at + 1), path.size());
    const size_t start = out.size();
    append_normalized(out, path.substr(at, end - at));
    const auto segment = [&] { return std::string_view(out).substr(start + 1); };
    // "..;sid=1" is kept, because without the session id it would become a dot segment.
    if (!is_dot_segment(segment().substr(0, segment().find(';')))) {
      remove_session_parameters(out, start + 1);
    }
    if (remove_session_segments_ && end < path.size() && is_session_segment(segment())) {
      out.resize(start);
    }
    at = end;
  }
}

void Canonicalizer::append_query(std::string& out, std::string_view query) const {
  const size_t start = out.size();
  for (size_t at = 0; at <= query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    const size_t before = out.size();
    out += before == start ? '?' : '&';
    append_normalized(out, query.substr(at, end - at));
    size_t name = before + 1;
    if (out.compare(name, kUnescapedAmpersand.size(), kUnescapedAmpersand) == 0) {
      name += kUnescapedAmpersand.size();
    }
    // Some servers append ";jsessionid=" to the query.
    remove_session_parameters(out, name);
    if (matches(std::string_view(out).substr(name), false)) out.resize(before);
    at = end + 1;
  }
  if (sort_query_ && out.size() > start + 1) {
    out.replace(start + 1, std::string::npos, sorted(std::string_view(out).substr(start + 1)));
  }
  if (out.size() == start + 1) out.resize(start);
}

// Removes session parameters of the form ";name=value" from `out`, beginning at `from`.
void Canonicalizer::remove_session_parameters(std::string& out, size_t from) const {
  size_t kept = out.find(';', from);
  if (kept == std::string::npos) return;
  for (size_t at = kept; at < out.size();) {
    const size_t end = std::min(out.find(';', at + 1), out.size());
    if (!matches(std::string_view(out).substr(at + 1, end - at - 1), true)) {
      std::copy(out.begin() + static_cast<ptrdiff_t>(at), out.begin() + static_cast<ptrdiff_t>(end),
                out.begin() + static_cast<ptrdiff_t>(kept));
      kept += end - at;
    }
    at = end;
  }
  out.resize(kept);
}

}  // namespace freshet::url
