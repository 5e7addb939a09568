// Compares the module url with the cases of the URL Standard, the Public Suffix List, and other
// crawlers and archives.
#include <algorithm>

#include "gtest/gtest.h"
#include "support/suite.h"
#include "url/canonical.h"
#include "url/site.h"
#include "url/surt.h"
#include "url/url.h"

namespace freshet::url {
namespace {

using test::bytes_of;
using test::Mismatch;
using test::run_suite;

std::string describe_result(const Result<Url, UrlError>& result) {
  return result ? std::string(result->href()) : "failure: " + std::string(describe(result.error()));
}

// The value of the attribute that JavaScript's URL class has under this name.
std::string attribute(const Url& url, std::string_view name) {
  const auto after = [](std::string_view mark, std::string_view text) {
    return text.empty() ? std::string() : std::string(mark) + std::string(text);
  };
  if (name == "href") return std::string(url.href());
  if (name == "protocol") return std::string(url.scheme_text()) + ":";
  if (name == "username") return std::string(url.username());
  if (name == "password") return std::string(url.password());
  if (name == "host") return std::string(url.host_and_port());
  if (name == "hostname") return std::string(url.host());
  if (name == "port") return url.port() ? std::to_string(*url.port()) : "";
  if (name == "pathname") return std::string(url.path());
  if (name == "search") return after("?", url.query());
  return after("#", url.fragment());
}

Result<Url, UrlError> parse_against(std::string_view input, const json::Value& base) {
  if (!base.string()) return parse(input);
  const auto base_url = parse(*base.string());
  if (!base_url) return Unexpected(base_url.error());
  return resolve(input, *base_url);
}

Mismatch run_parse(const json::Value& test_case) {
  const auto result = parse_against(bytes_of(test_case, "input"), test_case["base"]);
  if (test_case["failure"].boolean().value_or(false)) {
    return result ? Mismatch(describe_result(result)) : std::nullopt;
  }
  if (!result) return describe_result(result);
  for (const auto* name : {"href", "protocol", "username", "password", "host", "hostname", "port",
                           "pathname", "search", "hash"}) {
    const auto expected = test_case[name].string();
    if (expected && attribute(*result, name) != *expected) {
      return std::string(name) + " " + attribute(*result, name);
    }
  }
  return std::nullopt;
}

TEST(UrlConformance, UrlsParseAsInUrltestdata) {
  run_suite("url/urltestdata.jsonl", run_parse, {.at_least = 548});
}

TEST(UrlConformance, UrlsParseAsInExtraUrltestdata) {
  run_suite("url/urltestdata_extra.jsonl", run_parse, {.at_least = 15});
}

// Tests the standard's "domain to ASCII" by the host of a URL that is made with the input.
Mismatch run_to_ascii(const json::Value& test_case) {
  const auto result = parse("https://" + bytes_of(test_case, "input") + "/x");
  const auto expected = test_case["output"].string();
  if (!expected) return result ? Mismatch(describe_result(result)) : std::nullopt;
  if (!result || result->host() != *expected) return describe_result(result);
  return std::nullopt;
}

TEST(UrlConformance, DomainsBecomeAscii) {
  run_suite("url/toascii.jsonl", run_to_ascii, {.at_least = 57});
}

// The empty domain is left out: no URL has one, since the parser skips the slashes behind it.
TEST(UrlConformance, DomainsBecomeAsciiAsInIdnaTestV2) {
  run_suite("url/idna_v2.jsonl", run_to_ascii,
            {.only = [](const json::Value& test_case) { return test_case["input"].string() != ""; },
             .at_least = 1638});
}

TEST(UrlConformance, ReferencesAreResolved) {
  run_suite("url/resolve.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto result = parse_against(bytes_of(test_case, "ref"), test_case["base"]);
              const auto expected = test_case["whatwg"].string();
              if (!expected) return result ? Mismatch(describe_result(result)) : std::nullopt;
              if (!result || result->href() != *expected) return describe_result(result);
              return std::nullopt;
            },
            {.at_least = 130});
}

TEST(UrlConformance, ReferencesAreResolvedAsInCourlan) {
  run_suite("url/resolve_courlan.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto result = parse_against(bytes_of(test_case, "ref"), test_case["base"]);
              const auto expected = parse(bytes_of(test_case, "expected"));
              if (!result || !expected || *result != *expected) return describe_result(result);
              return std::nullopt;
            },
            {.at_least = 15});
}

// The URL Standard does not limit lengths as DNS does, so the long names parse. PublicSuffixes
// checks the lengths, and empty labels: such names have no registrable domain.
TEST(UrlConformance, NamesTooLongForDnsHaveNoRegistrableDomain) {
  run_suite("url/dns_length.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto result = parse(bytes_of(test_case, "input"));
              if (!result) return describe_result(result);
              const bool is_domain =
                  PublicSuffixes::system().registrable_domain(result->host()).has_value();
              if (is_domain == test_case["failure"].boolean().value_or(false)) {
                return is_domain ? "a domain" : "no domain";
              }
              return std::nullopt;
            },
            {.at_least = 12});
}

// Other encodings than UTF-8 need the module charset: query_encoding_test.cc tests them.
TEST(UrlConformance, QueriesArePercentEncodedInUtf8) {
  run_suite("url/query_percent_encoding.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto result =
                  parse("https://example.com/?" + bytes_of(test_case, "input") + "#");
              if (!result || result->query() != *test_case["output"]["utf-8"].string()) {
                return describe_result(result);
              }
              return std::nullopt;
            },
            {.at_least = 2});
}

std::optional<std::string> canonical(std::string_view text, const CanonicalRules& rules) {
  const auto url = parse(text);
  if (!url) return std::nullopt;
  const auto result = Canonicalizer(rules).canonical(*url);
  return result ? std::optional(result->text()) : std::nullopt;
}

Mismatch expect_text(const std::optional<std::string>& got, std::string_view expected) {
  return got == expected ? std::nullopt : Mismatch(got.value_or("nothing"));
}

// Each crawler of the suite has a canonical form of its own. Where the URL Standard calls a URL and
// such a form equivalent, our canonical forms of both must be the same.
TEST(CanonConformance, EquivalentUrlsHaveOneCanonicalForm) {
  const Canonicalizer canonicalizer;
  run_suite("canon/canonicalize.jsonl",
            [&](const json::Value& test_case) -> Mismatch {
              const auto input = parse(bytes_of(test_case, "input"));
              const auto output = parse(bytes_of(test_case, "output"));
              if (!input || !output) {
                return input.has_value() == output.has_value() ? std::nullopt
                                                               : Mismatch(describe_result(input));
              }
              const auto a = canonicalizer.canonical(*input);
              const auto b = canonicalizer.canonical(*output);
              // Only web URLs have a canonical form.
              if (a == b && a.has_value() == input->is_web()) return std::nullopt;
              return a ? a->text() : "nothing";
            },
            {.only =
                 [](const json::Value& test_case) {
                   return test_case["whatwg_equivalent"].boolean().value_or(false);
                 },
             .at_least = 520});
}

// urlcanon keeps the backslashes of a web URL; the URL Standard turns them into slashes. Paths of
// other schemes that begin with a backslash are left out: they are no paths in the URL Standard.
TEST(CanonConformance, DotSegmentsAreRemovedFromPaths) {
  run_suite("canon/path_dots.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const bool special = test_case["scheme_class"].string() == "special";
              const auto url =
                  parse((special ? "http://h" : "foo://h") + bytes_of(test_case, "input"));
              std::string expected = bytes_of(test_case, "output");
              if (special) std::replace(expected.begin(), expected.end(), '\\', '/');
              if (!url || url->path() != expected) return describe_result(url);
              return std::nullopt;
            },
            {.only =
                 [](const json::Value& test_case) {
                   return test_case["scheme_class"].string() == "special" ||
                          !bytes_of(test_case, "input").starts_with('\\');
                 },
             .at_least = 448});
}

// The suite has null for an input that is no IPv4 address: it does not parse, or its host is a
// name.
TEST(CanonConformance, Ipv4AddressesAreNormalised) {
  run_suite("canon/ipv4.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const std::string input = bytes_of(test_case, "input");
              const auto url = parse("http://" + input + "/");
              const auto expected = test_case["output"].string();
              if (!expected) {
                return !url || url->host() == input ? std::nullopt : Mismatch(describe_result(url));
              }
              if (!url || url->host() != *expected) return describe_result(url);
              return std::nullopt;
            },
            {.at_least = 28});
}

// Archives decode escapes until none is left; of our functions only surt() does the same. The cases
// of "decode" decode once and keep malformed UTF-8: no function of ours does that.
TEST(CanonConformance, SurtDecodesEscapesRepeatedly) {
  run_suite("canon/unescape.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto url = parse("http://h/" + bytes_of(test_case, "input"));
              if (!url) return describe_result(url);
              // surt() escapes the '%' that is left.
              std::string key = surt(*url).substr(3);
              for (size_t at; (at = key.find("%25")) != std::string::npos;) key.replace(at, 3, "%");
              return expect_text(key, bytes_of(test_case, "output"));
            },
            {.only =
                 [](const json::Value& test_case) {
                   return test_case["fn"].string() == "unescapeRepeatedly";
                 },
             .at_least = 7});
}

TEST(CanonConformance, QueryParametersAreSorted) {
  CanonicalRules rules;
  rules.sort_query = true;
  run_suite("canon/query_order.jsonl",
            [&](const json::Value& test_case) -> Mismatch {
              const std::string output = bytes_of(test_case, "output");
              return expect_text(canonical("http://h/?" + bytes_of(test_case, "input"), rules),
                                 output.empty() ? "http://h/" : "http://h/?" + output);
            },
            {.at_least = 8});
}

// w3lib keeps only the named parameters, or removes them if remove=true. We only remove them.
TEST(CanonConformance, NamedParametersAreRemoved) {
  run_suite("canon/query_cleaner.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              CanonicalRules rules;
              for (const auto& names : test_case["args"].elements()) {
                for (const auto& name : names.elements()) {
                  rules.tracking_parameters.emplace_back(*name.string());
                }
              }
              return expect_text(canonical("http://h/" + bytes_of(test_case, "input"), rules),
                                 "http://h/" + bytes_of(test_case, "output"));
            },
            {.only =
                 [](const json::Value& test_case) {
                   return test_case["kwargs"]["remove"].boolean().value_or(false) ||
                          test_case["args"].elements().empty();
                 },
             .at_least = 4});
}

TEST(CanonConformance, SessionIdsAreRemoved) {
  run_suite("canon/session_id.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              return expect_text(
                  canonical("http://h" + bytes_of(test_case, "input"), CanonicalRules::defaults()),
                  "http://h" + bytes_of(test_case, "output"));
            },
            {.at_least = 2});
}

TEST(CanonConformance, SurtDropsWwwFromHosts) {
  run_suite("canon/massage_host.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              const auto url = parse("http://" + bytes_of(test_case, "input") + "/");
              const auto expected = parse("http://" + bytes_of(test_case, "output") + "/");
              return expect_text(surt(*url), surt(*expected));
            },
            {.at_least = 2});
}

// Compares keys of an archive's index. Our index does not use the suite's other kinds of SURT: with
// scheme and brackets, with trailing commas, or with the port first. The empty URL is left out.
TEST(CanonConformance, SurtIsTheKeyOfArchiveIndexes) {
  run_suite("canon/surt.jsonl",
            [](const json::Value& test_case) -> Mismatch {
              std::string input = bytes_of(test_case, "input");
              if (input.find(':') == std::string::npos) input.insert(0, "http://");
              const auto url = parse(input);
              if (!url) return describe_result(url);
              return expect_text(surt(*url), bytes_of(test_case, "output"));
            },
            {.only =
                 [](const json::Value& test_case) {
                   return test_case["kind"].string() == "wayback-key" &&
                          test_case["input"].string() != "";
                 },
             .at_least = 14});
}

// Compares the parts of a URL, and not the SURT forms of its ancestors, which only urlcanon has. It
// compares web URLs with a named host, since the URL Standard normalises addresses.
TEST(CanonConformance, PartsOfWebUrlsAreAsInUrlcanon) {
  run_suite(
      "canon/surt_ancestry.jsonl",
      [](const json::Value& test_case) -> Mismatch {
        const auto url = parse(bytes_of(test_case, "input"));
        if (!url) return describe_result(url);
        const json::Value parts = test_case["parts"];
        const std::pair<std::string_view, std::string> ours[] = {
            {"scheme", std::string(url->scheme_text())},
            {"username", std::string(url->username())},
            {"password", std::string(url->password())},
            {"host", std::string(url->host())},
            {"port", url->port() ? std::to_string(*url->port()) : ""},
            {"query", std::string(url->query())},
            {"fragment", std::string(url->fragment())},
        };
        for (const auto& [name, value] : ours) {
          if (parts[name].string() != value) return std::string(name) + " " + value;
        }
        return std::nullopt;
      },
      {.only =
           [](const json::Value& test_case) {
             const json::Value parts = test_case["parts"];
             return (parts["scheme"].string() == "http" || parts["scheme"].string() == "https") &&
                    parts["host"].string() != "" && parts["ip4"].is_null() &&
                    parts["ip6"].is_null();
           },
       .at_least = 25});
}

const PublicSuffixes* list_of_suite() {
  static const auto list = [] {
    const auto path = test::suite_path("domain/public_suffix_list.dat");
    return PublicSuffixes::from_file(path ? path->string() : "");
  }();
  return list ? &*list : nullptr;
}

Mismatch compare(const std::optional<std::string>& got, const json::Value& expected) {
  if (got == expected.string()) return std::nullopt;
  return got.value_or("nothing");
}

TEST(DomainConformance, RegistrableDomainsAreAsInThePublicSuffixList) {
  run_suite("domain/registrable_domain.jsonl",
            [](const json::Value& test_case) {
              return compare(list_of_suite()->registrable_domain(bytes_of(test_case, "host")),
                             test_case["registrable"]);
            },
            {.at_least = 43});
}

TEST(DomainConformance, RegistrableDomainsAreAsInCrawlerCommons) {
  run_suite("domain/registrable_domain_cc.jsonl",
            [](const json::Value& test_case) {
              const std::string host = bytes_of(test_case, "host");
              if (!test_case["strict"].boolean().value_or(true)) {
                return compare(list_of_suite()->domain_of(host), test_case["registrable"]);
              }
              return compare(list_of_suite()->registrable_domain(host), test_case["registrable"]);
            },
            {.at_least = 39});
}

}  // namespace
}  // namespace freshet::url
