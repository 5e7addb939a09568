#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::postgres {

// Returns an error if libpq cannot parse the DSN, or would take a part of a password for something
// else and print it in its messages. The error message repeats no part of the DSN that may be
// secret.
Status check_dsn(const std::string& dsn);

// Replaces the passwords of this DSN by "***" in a message of libpq.
std::string without_passwords(const std::string& dsn, std::string message);

}  // namespace freshet::postgres
