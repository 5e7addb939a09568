#pragma once

#include <optional>
#include <string>
#include <vector>

#include "charset/encoding.h"
#include "cli/check.h"
#include "url/url.h"

namespace freshet::cli {

// The subject of `check sitemap` and `check page`: a body with its URL and the encoding that its
// Content-Type names.
struct Document {
  std::string body;
  url::Url url;
  std::optional<charset::Encoding> transport;

  static Result<Document> of(const json::Value& question);
  // Makes one question for each file.
  static Result<std::vector<std::string>> questions(const CheckArguments& arguments);
};

}  // namespace freshet::cli
