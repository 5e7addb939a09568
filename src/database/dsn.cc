#include "database/dsn.h"

#include <libpq-fe.h>

#include <algorithm>
#include <memory>

namespace freshet::database {
namespace {

struct Free {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, Free>;

// Two '@', or one behind a '/': the password is cut there, and its rest is taken for a host.
bool has_unescaped_password(std::string_view dsn) {
  const size_t scheme = dsn.find("://");
  const bool is_url = dsn.starts_with("postgresql://") || dsn.starts_with("postgres://");
  if (!is_url) return false;
  const std::string_view rest = dsn.substr(scheme + 3, dsn.find('?') - scheme - 3);
  const size_t last = rest.rfind('@');
  return last != std::string_view::npos && std::min(rest.find('@'), rest.find('/')) < last;
}

// libpq puts what it cannot read in quotes.
std::string without_quoted(std::string_view text) {
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

}  // namespace

Status check_dsn(const std::string& dsn) {
  const std::string doing = "connecting to PostgreSQL: the DSN cannot be understood: ";
  if (has_unescaped_password(dsn)) {
    return fail(doing + "in user and password of a URL write %40 for @ and %2F for /");
  }
  char* why = nullptr;
  const Options options(PQconninfoParse(dsn.c_str(), &why));
  if (options) return Done{};
  const std::string reason = why != nullptr ? without_quoted(why) : "out of memory";
  PQfreemem(why);
  return fail(doing + reason + "; write postgresql://user@host/database or host=... dbname=...");
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

}  // namespace freshet::database
