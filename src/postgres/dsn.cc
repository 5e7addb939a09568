#include "postgres/dsn.h"

#include <libpq-fe.h>

#include <algorithm>
#include <memory>

namespace freshet::postgres {
namespace {

struct Free {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, Free>;

// True if a URL has a second '@', or an '@' after a '/', before its query part. libpq would end the
// password there and take the rest of it for a host name.
bool has_unescaped_password(std::string_view dsn) {
  const size_t scheme = dsn.find("://");
  const bool is_url = dsn.starts_with("postgresql://") || dsn.starts_with("postgres://");
  if (!is_url) return false;
  const std::string_view rest = dsn.substr(scheme + 3, dsn.find('?') - scheme - 3);
  const size_t last = rest.rfind('@');
  return last != std::string_view::npos && std::min(rest.find('@'), rest.find('/')) < last;
}

// Replaces everything in double quotes by "...": libpq quotes the part of a DSN that it cannot
// parse, which may be a password.
std::string without_quoted_text(std::string_view text) {
  std::string out;
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '"') {
      is_quoted = !is_quoted;
      if (!is_quoted) out += "...";
      out += c;
    } else if (!is_quoted && c != '\n') {
      out += c;
    }
  }
  return out;
}

Unexpected<Error> invalid_dsn(const std::string& why) {
  return fail("connecting to PostgreSQL: the DSN is not valid: " + why);
}

}  // namespace

Status check_dsn(const std::string& dsn) {
  if (has_unescaped_password(dsn)) {
    return invalid_dsn("in the user and password of a URL, write %40 for @ and %2F for /");
  }
  char* why = nullptr;
  const Options options(PQconninfoParse(dsn.c_str(), &why));
  if (options) return Done{};
  const std::string reason = why != nullptr ? without_quoted_text(why) : "out of memory";
  PQfreemem(why);
  return invalid_dsn(reason + "; write postgresql://user@host/database or host=... dbname=...");
}

std::string without_passwords(const std::string& dsn, std::string message) {
  const Options options(PQconninfoParse(dsn.c_str(), nullptr));
  for (const PQconninfoOption* one = options.get(); one != nullptr && one->keyword; ++one) {
    const std::string_view keyword = one->keyword;
    if (keyword != "password" && keyword != "sslpassword") continue;
    const std::string secret = one->val != nullptr ? one->val : "";
    if (secret.empty()) continue;
    for (size_t at = message.find(secret); at != std::string::npos; at = message.find(secret, at)) {
      message.replace(at, secret.size(), "***");
      at += 3;
    }
  }
  return message;
}

}  // namespace freshet::postgres
