#pragma once

#include <string>
#include <vector>

#include "result/result.h"
#include "url/url.h"

namespace freshet::collection {

// Parses seeds as users type them: "example.com" is https://example.com/. Removes a login from a
// seed. The error names the seed.
Result<std::vector<url::Url>> parse_seeds(const std::vector<std::string>& texts);

}  // namespace freshet::collection
