#include "postgres/failure.h"

#include <algorithm>
#include <array>

namespace freshet::postgres {
namespace {

struct Code {
  std::string_view start;  // a whole SQLSTATE, or its class
  ErrorKind kind;
};

constexpr std::array kCodes = {
    Code{"08", ErrorKind::kUnavailable},     // the connection does not exist or was lost
    Code{"57P01", ErrorKind::kUnavailable},  // the server shuts down, or an administrator ended it
    Code{"57P02", ErrorKind::kUnavailable},  // another process of the server crashed
    Code{"57P03", ErrorKind::kUnavailable},  // the server is starting
    Code{"53300", ErrorKind::kUnavailable},  // too many connections
    Code{"25P03", ErrorKind::kUnavailable},  // the server closed a transaction that was idle
    Code{"40", ErrorKind::kConflict},        // deadlock, serialization failure
    Code{"55P03", ErrorKind::kConflict},     // a lock is not available
    Code{"53100", ErrorKind::kNoSpace},      // the disk is full
    Code{"28", ErrorKind::kDenied},          // wrong user or password
    Code{"3D000", ErrorKind::kDenied},       // no such database
    Code{"42501", ErrorKind::kDenied},       // a privilege is missing
};

}  // namespace

ErrorKind kind_of(std::string_view sqlstate) {
  const auto* code = std::find_if(kCodes.begin(), kCodes.end(),
                                  [&](const Code& one) { return sqlstate.starts_with(one.start); });
  return code == kCodes.end() ? ErrorKind::kOther : code->kind;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

}  // namespace freshet::postgres
