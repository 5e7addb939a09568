#include "url/surt.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"
#include "text/percent.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

void append_reversed(std::string& out, std::string_view host) {
  while (true) {
    const size_t dot = host.rfind('.');
    out += host.substr(dot == std::string_view::npos ? 0 : dot + 1);
    if (dot == std::string_view::npos) return;
    out += ',';
    host.remove_suffix(host.size() - dot);
  }
}

// Removes "www.", "www2." and so on from the start of a host.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  size_t dot = 3;
  while (dot < host.size() && text::is_digit(host[dot])) ++dot;
  return dot + 1 < host.size() && host[dot] == '.' ? host.substr(dot + 1) : host;
}

// Decodes escapes until none is left, like web archives: also those that decoding produces.
std::string decode_fully(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    out += c;
    // The decoded byte may complete another escape.
    while (out.size() >= 3) {
      const int byte = text::escaped_byte(out, out.size() - 3);
      if (byte < 0) break;
      out.resize(out.size() - 3);
      out += static_cast<char>(byte);
    }
  }
  return out;
}

// Appends the text in lower case, and escapes '%' and the characters that a key must not contain.
void append_key(std::string& out, std::string_view decoded) {
  const size_t start = out.size();
  for (const char c : decoded) {
    if (static_cast<uint8_t>(c) <= 0x20 || static_cast<uint8_t>(c) >= 0x7F || c == '#' ||
        c == '%') {
      append_escape(out, c);
    } else {
      out += c;
    }
  }
  const auto from = out.begin() + static_cast<ptrdiff_t>(start);
  std::transform(from, out.end(), from, text::to_lower);
}

void append_sorted(std::string& out, std::string_view query) {
  std::string key;
  append_key(key, decode_fully(query));
  std::vector<std::string_view> parameters;
  for (size_t at = 0; at <= key.size();) {
    const size_t end = std::min(key.find('&', at), key.size());
    parameters.push_back(std::string_view(key).substr(at, end - at));
    at = end + 1;
  }
  std::sort(parameters.begin(), parameters.end());
  char separator = '?';
  for (const std::string_view parameter : parameters) {
    out += separator;
    out += parameter;
    separator = '&';
  }
}

}  // namespace

std::string surt(const Url& url) {
  std::string out;
  if (url.scheme_text() == "dns") {
    append_reversed(out, url.path());
    return out + ')';
  }
  if (!url.is_web()) return std::string(url.href());

  append_reversed(out, without_www(url.host()));
  if (const auto port = url.port()) out += ':' + std::to_string(*port);
  out += ')';
  const std::string path = decode_fully(url.path());
  std::string_view kept = path;
  if (kept.size() > 1 && kept.ends_with('/')) kept.remove_suffix(1);
  append_key(out, kept);
  if (!url.query().empty()) append_sorted(out, url.query());
  return out;
}

}  // namespace freshet::url
