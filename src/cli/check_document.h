#pragma once

#include <optional>
#include <string>
#include <vector>

#include "charset/encoding.h"
#include "cli/check.h"
#include "url/url.h"

namespace freshet::cli {

// What `check sitemap` and `check page` are asked about: a body and how it came.
struct Document {
  std::string body;
  url::Url url;
  std::optional<charset::Encoding> transport;

  static Result<Document> of(const json::Value& question);
  // One question for each file named.
  static Result<std::vector<std::string>> questions(const CheckArguments& arguments);
};

}  // namespace freshet::cli
