// Compares the HTML parser (tokens, character references, links, title, text, meta) with html5lib,
// WPT and the tests of other crawlers, and on whole real pages with a conforming parser.
#include <algorithm>
#include <set>

#include "digest/sha.h"
#include "gtest/gtest.h"
#include "parse/page.h"
#include "parse/page_in_pieces.h"
#include "parse/refresh.h"
#include "parse/srcset.h"
#include "parse/tokenizer.h"
#include "support/suite.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

using test::bytes_of;
using test::Mismatch;
using test::run_suite;
using test::SuiteOptions;

std::string text_of(const json::Value& value, std::string_view key) {
  return std::string(value[key].string().value_or(""));
}

// The URL of a case. Some cases have no page URL, which our parser needs: they get a placeholder.
url::Url url_of(std::string_view text) {
  auto parsed = url::parse(text.empty() ? "http://nowhere.example/" : text);
  EXPECT_TRUE(parsed) << text;
  return std::move(*parsed);
}

ParsedPage parse(std::string_view html, std::string_view page_url,
                 std::optional<charset::Encoding> transport = charset::Encoding::kUtf8,
                 const PageOptions& options = {}) {
  const url::Url url = url_of(page_url);
  return parse_page(html, {.url = url, .transport = transport}, options);
}

std::string without_space(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return !text::is_space(c); });
  return out;
}

// Records the start tags and the text between them.
class Recorder final : public TokenSink {
 public:
  void text(std::string_view piece) override { text_ += piece; }
  ContentModel start_tag(const StartTag& tag) override {
    std::map<std::string, std::string> attributes;
    for (const Attribute& a : tag.attributes) attributes.emplace(a.name, a.value);
    tags.emplace_back(tag.name, std::move(attributes));
    return content_model(tag.tag);
  }
  void end_tag(Tag, std::string_view) override {}

  std::vector<std::pair<std::string, std::map<std::string, std::string>>> tags;
  std::string text_;
};

Recorder tokens_of(std::string_view html) {
  Recorder recorder;
  Tokenizer tokenizer(recorder);
  tokenizer.feed(html);
  tokenizer.finish();
  return recorder;
}

TEST(HtmlConformance, AttributesAreParsedAsInHtml5lib) {
  run_suite("html/attributes_html5lib.jsonl",
            [](const json::Value& c) -> Mismatch {
              const Recorder recorder = tokens_of(bytes_of(c, "html"));
              std::map<std::string, std::string> expected;
              for (const auto& [name, value] : c["attributes"].members()) {
                expected.emplace(name, value.string().value_or(""));
              }
              for (const auto& [tag, attributes] : recorder.tags) {
                if (tag == text_of(c, "tag") && attributes == expected) return std::nullopt;
              }
              std::string got = std::to_string(recorder.tags.size()) + " tags";
              for (const auto& [tag, attributes] : recorder.tags) {
                got += " <" + tag;
                for (const auto& [name, value] : attributes) got += " " + name + "=[" + value + "]";
              }
              return got;
            },
            {.at_least = 200});
}

TEST(HtmlConformance, CharacterReferencesAreDecodedAsInHtml5lib) {
  run_suite("html/entities_html5lib.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string got = tokens_of(bytes_of(c, "html")).text_;
              if (got == bytes_of(c, "text")) return std::nullopt;
              return got;
            },
            {.at_least = 800});
}

TEST(HtmlConformance, CharacterReferencesAreDecodedAsInW3lib) {
  // "keep" and "remove_illegal=False" are switches of that library's function alone.
  const auto plain = [](const json::Value& c) {
    return c["options"]["keep"].is_absent() && c["options"]["remove_illegal"].is_absent();
  };
  run_suite("html/entities_w3lib.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string got = tokens_of(bytes_of(c, "input")).text_;
              if (got == bytes_of(c, "output")) return std::nullopt;
              return got;
            },
            {.only = plain, .at_least = 10});
}

TEST(HtmlConformance, MalformedMarkupIsParsedAsInHtml5lib) {
  run_suite("html/malformed_html5lib.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string html = bytes_of(c, "html");
              const Recorder recorder = tokens_of(html);
              for (const json::Value& expected : c["attrs"].elements()) {
                const bool found =
                    std::any_of(recorder.tags.begin(), recorder.tags.end(), [&](const auto& t) {
                      const auto attribute = t.second.find(text_of(expected, "attr"));
                      return t.first == text_of(expected, "tag") && attribute != t.second.end() &&
                             attribute->second == text_of(expected, "value");
                    });
                if (!found)
                  return "no " + text_of(expected, "tag") + "[" + text_of(expected, "attr") + "]";
              }
              if (const auto title = c["title"].string()) {
                const auto got = parse(html, "http://example.com/").title.value_or("");
                if (without_space(got) != without_space(*title)) return got;
              }
              return std::nullopt;
            },
            {.at_least = 18});
}

TEST(HtmlConformance, FirstCandidateOfSrcsetIsFound) {
  run_suite("html/srcset.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string srcset = bytes_of(c, "srcset");
              const auto urls = srcset_urls(srcset);
              const auto expected = c["first_candidate"].string();
              if (!expected)
                return urls.empty() ? std::nullopt : Mismatch(std::string(urls.front()));
              // The suite names the candidate for a screen of density 1x; we take all candidates.
              if (std::find(urls.begin(), urls.end(), *expected) != urls.end()) return std::nullopt;
              return urls.empty() ? "no candidate" : std::string(urls.front());
            },
            {.at_least = 131});
}

TEST(HtmlConformance, ContentOfMetaRefreshIsParsed) {
  run_suite("html/meta_refresh_content.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string content = bytes_of(c, "content");
              const auto refresh = parse_refresh(content);
              if (!*c["parses"].boolean()) return refresh ? Mismatch("a refresh") : std::nullopt;
              if (!refresh) return "no refresh";
              if (refresh->delay_seconds != c["delay"].number())
                return std::to_string(refresh->delay_seconds);
              const auto expected = c["url"].string();
              if (refresh->url.has_value() != expected.has_value())
                return refresh->url ? "url" : "no url";
              if (!expected) return std::nullopt;
              // The URL parser drops tabs and line ends, and spaces at both ends.
              const url::Url base = url_of("http://example.com/");
              const auto got = url::resolve(*refresh->url, base);
              if (got && *got == *url::resolve(*expected, base)) return std::nullopt;
              return std::string(*refresh->url);
            },
            {.at_least = 38});
}

TEST(HtmlConformance, MetaRefreshIsFoundInPages) {
  run_suite("html/meta_refresh_html.jsonl",
            [](const json::Value& c) -> Mismatch {
              // The suite's encodings are Python's names; all of its pages but one are UTF-8.
              const bool latin1 = text_of(c, "encoding") == "latin1";
              const ParsedPage page =
                  parse(bytes_of(c, "html"), text_of(c, "page_url"),
                        latin1 ? charset::Encoding::kWindows1252 : charset::Encoding::kUtf8);
              const auto expected = c["url"].string();
              const bool has_target = page.refresh && page.refresh->target;
              if (!expected)
                return has_target ? Mismatch(page.refresh->target->href()) : std::nullopt;
              if (!has_target) return "no target";
              if (page.refresh->target->href() != url_of(*expected).href()) {
                return std::string(page.refresh->target->href());
              }
              if (page.refresh->delay_seconds != c["delay"].number()) {
                return std::to_string(page.refresh->delay_seconds);
              }
              return std::nullopt;
            },
            {.at_least = 21});
}

TEST(HtmlConformance, MetaRobotsAreFound) {
  run_suite("html/meta_robots.jsonl",
            [](const json::Value& c) -> Mismatch {
              const ParsedPage page = parse(bytes_of(c, "html"), "http://example.com/");
              if (page.robots.noindex == c["noindex"].boolean() &&
                  page.robots.nofollow == c["nofollow"].boolean()) {
                return std::nullopt;
              }
              return std::string(page.robots.noindex ? "noindex " : "") +
                     (page.robots.nofollow ? "nofollow" : "");
            },
            {.at_least = 12});
}

TEST(HtmlConformance, BaseUrlIsFound) {
  run_suite("html/base_url.jsonl",
            [](const json::Value& c) -> Mismatch {
              const url::Url page_url = url_of(text_of(c, "page_url"));
              const ParsedPage page =
                  parse_page(bytes_of(c, "html"), {.url = page_url, .transport = {}});
              const std::string_view got = page.base ? page.base->href() : page_url.href();
              if (got == url_of(text_of(c, "base_url")).href()) return std::nullopt;
              return std::string(got);
            },
            {.at_least = 15});
}

TEST(HtmlConformance, TitleAndTextAreExtracted) {
  run_suite("html/title_text.jsonl",
            [](const json::Value& c) -> Mismatch {
              const ParsedPage page = parse(bytes_of(c, "html"), "http://www.nutch.org/");
              const std::string title = page.title.value_or("");
              if (title != text_of(c, "title")) return "title " + title;
              // The suite's text begins with the title; ours is the text of the body.
              if (without_space(title + page.text) != without_space(text_of(c, "text")))
                return page.text;
              return std::nullopt;
            },
            {.at_least = 10});
}

std::set<std::string> followed_links(const ParsedPage& page, const json::Value& options) {
  // A case without options comes from a crawler that counts embeds as links.
  const bool embeds = options.is_absent() || options["embeds"].boolean().value_or(false);
  const bool skip_nofollow = options["skip_rel_nofollow"].boolean().value_or(false);
  std::set<std::string> urls;
  for (const Link& link : page.links) {
    if (skip_nofollow && link.nofollow) continue;
    const bool wanted = link.kind == LinkKind::kHyperlink || link.kind == LinkKind::kForm || embeds;
    if (wanted) urls.emplace(link.url.href());
  }
  return urls;
}

TEST(HtmlConformance, LinksAreThoseThatOtherCrawlersFind) {
  const auto applies = [](const json::Value& c) {
    const json::Value options = c["options"];
    // Our parser does not guess addresses in data- attributes and scripts.
    return !options["lazy_data_attributes"].boolean().value_or(false) &&
           !options["archival_speculative"].boolean().value_or(false);
  };
  run_suite("html/links.jsonl",
            [](const json::Value& c) -> Mismatch {
              PageOptions page_options;
              page_options.form_links = !c["options"]["form_actions"].is_absent();
              const std::string html = bytes_of(c, "html");
              const ParsedPage page =
                  parse(html, text_of(c, "page_url"), std::nullopt, page_options);
              const auto got = followed_links(page, c["options"]);
              const auto listed = [&] {
                std::string all = "[";
                for (const std::string& url : got) all += url + " ";
                return all + "]";
              };
              for (const json::Value& part : c["url_contains"].elements()) {
                const bool found = std::any_of(got.begin(), got.end(), [&](const std::string& url) {
                  return url.find(*part.string()) != std::string::npos;
                });
                if (!found) return listed();
              }
              if (text_of(c, "match") == "count") {
                const size_t links = page.robots.nofollow ? 0 : got.size();
                return links == static_cast<size_t>(*c["count"].integer()) ? std::nullopt
                                                                           : Mismatch(listed());
              }
              if (text_of(c, "match") == "contains") return std::nullopt;
              std::set<std::string> expected;
              for (const json::Value& link : c["links"].elements()) {
                auto url = url_of(text_of(link, "url"));
                url.remove_fragment();
                expected.emplace(url.href());
              }
              return got == expected ? std::nullopt : Mismatch(listed());
            },
            {.only = applies, .at_least = 25});
}

std::vector<std::string> hyperlinks(const ParsedPage& page) {
  std::vector<std::string> urls;
  for (const Link& link : page.links) {
    if (link.kind == LinkKind::kHyperlink) urls.emplace_back(link.url.href());
  }
  std::sort(urls.begin(), urls.end());
  urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
  return urls;
}

std::vector<std::string> embeds(const ParsedPage& page) {
  std::vector<std::string> urls;
  for (const Link& link : page.links) {
    if (link.kind == LinkKind::kEmbed || link.kind == LinkKind::kFrame) {
      urls.emplace_back(link.url.href());
    }
  }
  std::sort(urls.begin(), urls.end());
  urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
  return urls;
}

std::vector<std::string> sorted_strings(const json::Value& list) {
  std::vector<std::string> all;
  for (const json::Value& item : list.elements()) all.emplace_back(*item.string());
  std::sort(all.begin(), all.end());
  return all;
}

std::string first_difference(const std::vector<std::string>& got,
                             const std::vector<std::string>& expected) {
  std::vector<std::string> extra, missing;
  std::set_difference(got.begin(), got.end(), expected.begin(), expected.end(),
                      std::back_inserter(extra));
  std::set_difference(expected.begin(), expected.end(), got.begin(), got.end(),
                      std::back_inserter(missing));
  return std::to_string(extra.size()) + " extra " + (extra.empty() ? "" : extra[0]) + ", " +
         std::to_string(missing.size()) + " missing " + (missing.empty() ? "" : missing[0]);
}

std::optional<charset::Encoding> transport_of(const json::Value& c) {
  if (text_of(c, "http_content_type").find("utf-8") != std::string::npos) {
    return charset::Encoding::kUtf8;
  }
  return std::nullopt;
}

std::string real_page(const json::Value& c) {
  return test::read_gzip(*test::suite_path("html_real/" + text_of(c, "file")));
}

// Each aspect is a suite of its own, so that the number of passed cases is reported for each.
void run_real_pages(std::string_view aspect,
                    const std::function<Mismatch(const json::Value&, const ParsedPage&)>& compare) {
  run_suite("html_real/expected.jsonl",
            [&](const json::Value& c) -> Mismatch {
              return compare(c, parse(real_page(c), text_of(c, "url"), transport_of(c)));
            },
            {.name = aspect, .at_least = 349});
}

TEST(HtmlRealPages, HaveTheExpectedEncoding) {
  run_real_pages("html_real.charset", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
    const std::string_view got = charset::name(page.charset.encoding);
    return got == text_of(c, "encoding") ? std::nullopt : Mismatch(got);
  });
}

TEST(HtmlRealPages, HaveTheExpectedTitle) {
  run_real_pages("html_real.title", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
    const std::string got = page.title.value_or("");
    return got == text_of(c, "title") ? std::nullopt : Mismatch(got);
  });
}

TEST(HtmlRealPages, HaveTheExpectedLinks) {
  run_real_pages("html_real.links", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
    const auto got = hyperlinks(page);
    const auto expected = sorted_strings(c["links"]);
    return got == expected ? std::nullopt : Mismatch(first_difference(got, expected));
  });
}

TEST(HtmlRealPages, HaveTheExpectedNofollowLinks) {
  run_real_pages(
      "html_real.nofollow", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
        std::set<std::string> followed;
        std::set<std::string> not_followed;
        for (const Link& link : page.links) {
          if (link.kind != LinkKind::kHyperlink) continue;
          // The suite counts only "nofollow", not "ugc" and "sponsored".
          const bool nofollow = link.rel.find("nofollow") != std::string::npos;
          (nofollow ? not_followed : followed).emplace(link.url.href());
        }
        std::vector<std::string> got;
        std::set_difference(not_followed.begin(), not_followed.end(), followed.begin(),
                            followed.end(), std::back_inserter(got));
        const auto expected = sorted_strings(c["nofollow_only"]);
        return got == expected ? std::nullopt : Mismatch(first_difference(got, expected));
      });
}

TEST(HtmlRealPages, HaveTheExpectedEmbeds) {
  run_real_pages("html_real.embeds", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
    const auto got = embeds(page);
    const auto expected = sorted_strings(c["embeds"]);
    return got == expected ? std::nullopt : Mismatch(first_difference(got, expected));
  });
}

TEST(HtmlRealPages, HaveTheExpectedCanonicalBaseAndLanguage) {
  run_real_pages("html_real.head", [](const json::Value& c, const ParsedPage& page) -> Mismatch {
    const std::string_view canonical = page.canonical ? page.canonical->href() : "";
    if (canonical != text_of(c, "canonical")) return "canonical " + std::string(canonical);
    const std::string_view base = page.base ? page.base->href() : "";
    if (base != text_of(c, "base")) return "base " + std::string(base);
    // The suite reads only <html lang>; our parser falls back to Content-Language.
    if (c["lang"].string() && page.language != text_of(c, "lang")) return "lang " + page.language;
    return std::nullopt;
  });
}

TEST(HtmlRealPages, HaveTheExpectedTitleAndLinksWhenTruncated) {
  run_suite("html_real/expected.jsonl",
            [](const json::Value& c) -> Mismatch {
              const json::Value cut = c["truncated"];
              const std::string body =
                  real_page(c).substr(0, static_cast<size_t>(*cut["cut"].integer()));
              const ParsedPage page = parse(body, text_of(c, "url"), transport_of(c));
              if (page.title.value_or("") != text_of(cut, "title"))
                return "title " + page.title.value_or("");
              const auto links = hyperlinks(page);
              std::string joined;
              for (const std::string& link : links) joined += (joined.empty() ? "" : "\n") + link;
              if (digest::sha256(joined).hex() == text_of(cut, "links_sha256")) return std::nullopt;
              return std::to_string(links.size()) + " links";
            },
            {.name = "html_real.truncated", .at_least = 349});
}

// All fields of a page as one string, for comparison.
std::string to_text(const ParsedPage& page) {
  std::string all = std::string(charset::name(page.charset.encoding)) + "\n" +
                    page.title.value_or("(none)") + "\n" + page.description + "\n" + page.language;
  for (const Link& link : page.links) {
    all += "\n" + std::string(link.url.href()) + " " + std::string(name(link.tag)) + " " + link.rel;
  }
  all += "\n" + page.text;
  for (const std::string& remark : page.remarks) all += "\n" + remark;
  return all;
}

TEST(HtmlRealPages, ParseTheSameInPiecesOfAnySize) {
  run_suite("html_real/expected.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string body = real_page(c);
              const url::Url url = url_of(text_of(c, "url"));
              const PageContext context{.url = url, .transport = transport_of(c)};
              const std::string whole = to_text(parse_page(body, context));
              for (const size_t piece : {1, 7, 4096}) {
                if (to_text(parse_in_pieces(body, context, {}, piece)) != whole)
                  return "differs in pieces of " + std::to_string(piece);
              }
              return std::nullopt;
            },
            {.name = "html_real.pieces", .at_least = 349});
}

TEST(HtmlFuzzPages, AreParsedToTheEnd) {
  run_suite("html_fuzz/index.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string body =
                  test::read_gzip(*test::suite_path("html_fuzz/" + text_of(c, "file")));
              if (body.empty()) return "no bytes";
              const ParsedPage page = parse(body, "http://example.com/", std::nullopt);
              if (page.text.size() > body.size() * 4) return "text grew";
              return std::nullopt;
            },
            {.at_least = 36});
}

}  // namespace
}  // namespace freshet::parse
