#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::database {

// An error if libpq cannot read the DSN, or would take a part of a password for something else and
// name it in its messages. The message repeats nothing of the DSN that may be secret.
Status check_dsn(const std::string& dsn);

// A message of libpq about this DSN without the passwords in it.
std::string without_passwords(const std::string& dsn, std::string message);

}  // namespace freshet::database
