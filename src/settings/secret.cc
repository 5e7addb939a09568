#include "settings/secret.h"

#include <algorithm>

namespace freshet::settings {
namespace {

constexpr std::string_view kMask = "***";
constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// The password may contain '/' and '@' if somebody forgot to escape them, so it ends at the last
// '@'. A user name without a password is also hidden, because it may be a token.
std::string masked_url(std::string_view url) {
  const size_t at = url.rfind('@');
  if (at == std::string_view::npos) return std::string(url);
  const size_t scheme = url.find("://");
  const size_t begin = scheme < at ? scheme + 3 : 0;
  const size_t colon = url.find(':', begin);
  const size_t keep = colon < at ? colon + 1 : begin;
  return std::string(url.substr(0, keep)).append(kMask).append(url.substr(at));
}

std::string masked_login(std::string_view login) {
  const size_t equals = login.find('=');
  if (equals == std::string_view::npos) return std::string(login.empty() ? login : kMask);
  const size_t colon = login.find(':', equals);
  const size_t keep = colon == std::string_view::npos ? equals : colon;
  return std::string(login.substr(0, keep + 1)).append(kMask);
}

// Returns the end of the value that begins at `at`: a quoted value ends with its quote, any other
// before white space or '&'.
size_t end_of_value(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '\'') {
    for (++at; at < text.size() && text[at] != '\''; ++at) {
      if (text[at] == '\\') ++at;
    }
    return std::min(at + 1, text.size());
  }
  while (at < text.size() && text[at] != '&' && kWhiteSpace.find(text[at]) == kWhiteSpace.npos) {
    at += text[at] == '\\' ? 2 : 1;
  }
  return std::min(at, text.size());
}

// Masks the values of "password" and "sslpassword", both in a URL's query and in "key=value ...".
std::string masked_parameters(std::string_view text) {
  constexpr std::string_view kName = "password";
  std::string out;
  size_t done = 0;
  for (size_t at = text.find(kName); at != std::string_view::npos; at = text.find(kName, done)) {
    size_t value = text.find_first_not_of(kWhiteSpace, at + kName.size());
    if (value == std::string_view::npos || text[value] != '=') {
      out += text.substr(done, at + kName.size() - done);
      done = at + kName.size();
      continue;
    }
    value = std::min(text.find_first_not_of(kWhiteSpace, value + 1), text.size());
    out.append(text.substr(done, value - done)).append(kMask);
    done = end_of_value(text, value);
  }
  return out.append(text.substr(done));
}

std::string masked_dsn(std::string_view dsn) {
  const bool is_url = dsn.starts_with("postgresql://") || dsn.starts_with("postgres://");
  return masked_parameters(is_url ? masked_url(dsn) : std::string(dsn));
}

}  // namespace

std::string masked(Secret secret, std::string_view text) {
  switch (secret) {
    case Secret::kNothing: break;
    case Secret::kUrl: return masked_url(text);
    case Secret::kLogin: return masked_login(text);
    case Secret::kDsn: return masked_dsn(text);
  }
  return std::string(text);
}

}  // namespace freshet::settings
