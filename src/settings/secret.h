#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::settings {

// Which part of a setting's text is secret. It must not occur in output, logs or error messages.
enum class Secret : uint8_t {
  kNothing,
  kUrl,    // "http://user:password@host:port": the password
  kLogin,  // "host=user:password": the password
  kDsn,    // a PostgreSQL DSN, as a URL or as "key=value ...": the passwords
};

// Returns the text with "***" in place of the secret. If the text does not have the expected form,
// too much is masked rather than too little.
std::string masked(Secret secret, std::string_view text);

}  // namespace freshet::settings
