// freshet check sitemap
#include "cli/check_document.h"
#include "cli/module_options.h"
#include "clock/civil.h"
#include "parse/sitemap.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

void write_date(json::Writer& out, const std::optional<Instant>& date) {
  out.key("lastmod");
  if (date)
    out.value(format_iso8601(*date));
  else
    out.null();
}

class SitemapCheck final : public Check {
 public:
  Status answer(const json::Value& question, json::Writer& out) override {
    const auto document = Document::of(question);
    if (!document) return Unexpected(document.error());
    const auto sitemap = parse::parse_sitemap(
        document->body, {.url = document->url, .transport = document->transport});
    if (!sitemap) return Unexpected(sitemap.error());

    out.member("kind", parse::name(sitemap->kind));
    out.key("urls").begin_array();
    for (const parse::SitemapUrl& url : sitemap->urls) {
      out.begin_object().member("loc", url.loc.href());
      write_date(out, url.lastmod);
      out.key("changefreq");
      if (url.changefreq)
        out.value(parse::name(*url.changefreq));
      else
        out.null();
      out.member("priority", url.priority).end_object();
    }
    out.end_array().key("sitemaps").begin_array();
    for (const parse::SitemapReference& reference : sitemap->sitemaps) {
      out.begin_object().member("loc", reference.loc.href());
      write_date(out, reference.lastmod);
      out.end_object();
    }
    out.end_array().member("remarks", sitemap->remarks);
    return Done{};
  }

  Result<std::vector<std::string>> questions(const CheckArguments& arguments) override {
    return Document::questions(arguments);
  }

  std::string format(const json::Value&, const json::Value& answer) override {
    std::string words = std::string(*answer["kind"].string()) + "\n";
    for (const char* list : {"urls", "sitemaps"}) {
      for (const json::Value& entry : answer[list].elements()) {
        words += "  " + text::printable(*entry["loc"].string());
        for (const char* key : {"lastmod", "changefreq"}) {
          if (const auto text = entry[key].string()) words += "  " + std::string(*text);
        }
        words += "\n";
      }
    }
    for (const json::Value& remark : answer["remarks"].elements()) {
      words += "remark: " + text::printable(*remark.string()) + "\n";
    }
    return words;
  }
};

}  // namespace

std::unique_ptr<Check> make_sitemap_check() {
  return std::make_unique<SitemapCheck>();
}

}  // namespace freshet::cli
