#include "collection/seeds.h"

#include "url/bad_port.h"

namespace freshet::collection {
namespace {

url::Url without_login(const url::Url& url) {
  std::string text(url.href());
  const size_t begin = text.find("://") + 3;
  text.erase(begin, text.find('@', begin) + 1 - begin);
  return url::parse(text).value();
}

}  // namespace

Result<std::vector<url::Url>> parse_seeds(const std::vector<std::string>& texts) {
  std::vector<url::Url> seeds;
  for (const std::string& text : texts) {
    // Users may leave out the scheme, as in "example.com".
    const bool has_scheme = text.find("://") != std::string::npos;
    auto url = url::parse(has_scheme ? text : "https://" + text);
    if (!url) {
      return fail("the seed " + text + " is not a URL: " + std::string(describe(url.error())));
    }
    if (!url->is_web()) return fail("the seed " + text + " is not http or https");
    if (url::is_bad_port(url->effective_port())) {
      return fail("the seed " + text + " has port " + std::to_string(url->effective_port()) +
                  ", where something other than a web server listens: such ports get no requests");
    }
    // A login is not sent, and must not be stored or displayed; net.basic_auth is the setting for
    // it.
    if (!url->username().empty() || !url->password().empty()) url = without_login(*url);
    seeds.push_back(std::move(*url));
  }
  return seeds;
}

}  // namespace freshet::collection
