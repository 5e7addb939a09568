#include "url/site.h"

namespace freshet::url {

std::optional<Site> Site::of(const Url& url) {
  if (!url.is_web()) return std::nullopt;
  std::string text;
  text.reserve(url.scheme_text().size() + 3 + url.host_and_port().size());
  text += url.scheme_text();
  text += "://";
  text += url.host_and_port();
  return Site(std::move(text));
}

}  // namespace freshet::url
