#include "cli/check_document.h"

#include "http/content_type.h"
#include "json/base64.h"

namespace freshet::cli {

Result<Document> Document::of(const json::Value& question) {
  auto body = required_bytes(question, "body");
  if (!body) return Unexpected(body.error());
  const auto url_text = required(question, "url");
  if (!url_text) return Unexpected(url_text.error());
  auto url = url::parse(*url_text);
  if (!url) return fail("url: " + std::string(url::describe(url.error())));

  std::optional<charset::Encoding> transport;
  if (const auto content_type = question["content_type"].string()) {
    transport = charset::encoding_for_label(http::parse_content_type(*content_type).charset_label);
  }
  return Document{std::move(*body), std::move(*url), transport};
}

Result<std::vector<std::string>> Document::questions(const CheckArguments& arguments) {
  std::vector<std::string> all;
  for (const std::string& path : arguments.subjects) {
    const auto body = read_whole_file(path);
    if (!body) return Unexpected(body.error());
    json::Writer writer(all.emplace_back());
    writer.begin_object().member("body_base64", json::base64_encode(*body));
    // Without --url, relative links are resolved against a placeholder.
    writer.member("url", arguments.page_url.empty() ? "http://localhost/" : arguments.page_url);
    if (!arguments.content_type.empty()) writer.member("content_type", arguments.content_type);
    writer.end_object();
  }
  return all;
}

}  // namespace freshet::cli
