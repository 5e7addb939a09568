// Parses the first line of any bytes as a base URL, and resolves the rest against it: the parts,
// the canonical form and the SURT of each URL keep their contracts.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "url/canonical.h"
#include "url/site.h"
#include "url/surt.h"
#include "url/url.h"

namespace freshet::url {
namespace {

void require(bool condition, const char* what, std::string_view href) {
  if (condition) return;
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(href.size()), href.data());
  std::abort();
}

void check_parts(const Url& url) {
  const std::string_view href = url.href();
  for (const std::string_view part :
       {url.scheme_text(), url.username(), url.password(), url.host(), url.host_and_port(),
        url.path(), url.query(), url.fragment(), url.request_target(), url.without_fragment()}) {
    require(part.empty() || (part.data() >= href.data() &&
                             part.data() + part.size() <= href.data() + href.size()),
            "a part lies outside", href);
  }
  require(!url.is_web() || (url.path().starts_with('/') && !url.host().empty()),
          "a web URL without host or path", href);
  for (const char c : href) require(c >= 0x20 && c < 0x7F, "not printable ASCII", href);
}

void check_url(const Url& url) {
  check_parts(url);
  const auto again = parse(url.href());
  require(again && again->href() == url.href() && again->host() == url.host() &&
              again->port() == url.port() && again->path() == url.path(),
          "does not read back as itself", url.href());
  require(!surt(url).empty(), "no key", url.href());
  require(!PublicSuffixes::system().domain_of(url.host()).empty() || url.host().empty(),
          "no domain", url.href());

  static const Canonicalizer canonicalizer;
  const auto canonical = canonicalizer.canonical(url);
  require(canonical.has_value() == url.is_web(), "canonical form", url.href());
  if (!canonical) return;
  const auto reparsed = parse(canonical->text());
  require(reparsed && reparsed->href() == canonical->text(), "canonical form does not read back",
          canonical->text());
  require(canonicalizer.canonical(*reparsed) == canonical, "canonical form is not final",
          canonical->text());
  require(Site::of(*reparsed) == Site::of(url), "canonical form changes the site", url.href());
}

}  // namespace
}  // namespace freshet::url

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace freshet::url;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  const auto base = parse(input.substr(0, line));
  if (!base) return 0;
  check_url(*base);
  if (line == std::string_view::npos) return 0;
  const auto url = resolve(input.substr(line + 1), *base);
  if (url) check_url(*url);
  return 0;
}
