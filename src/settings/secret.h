#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::settings {

// What of a text is secret, and must be in no output, log or error message.
enum class Secret : uint8_t {
  kNothing,
  kUrl,    // "http://user:password@host:port": the password
  kLogin,  // "host=user:password": the password
  kDsn,    // of PostgreSQL, as a URL or as "key=value ...": the passwords
};

// The text with "***" in place of what is secret. Text of another form is hidden rather too much
// than too little.
std::string masked(Secret secret, std::string_view text);

}  // namespace freshet::settings
