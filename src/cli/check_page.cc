// freshet check page
#include "cli/check_document.h"
#include "cli/module_options.h"
#include "parse/page.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

void write_url(json::Writer& out, std::string_view key, const std::optional<url::Url>& url) {
  out.key(key);
  if (url)
    out.value(url->href());
  else
    out.null();
}

void write_text(json::Writer& out, std::string_view key, std::string_view text) {
  out.key(key);
  if (text.empty())
    out.null();
  else
    out.value(text);
}

void write_page(json::Writer& out, const parse::ParsedPage& page) {
  out.member("charset", charset::name(page.charset.encoding));
  out.member("charset_evidence", charset::describe(page.charset.evidence));
  out.key("title");
  if (page.title)
    out.value(*page.title);
  else
    out.null();
  write_text(out, "description", page.description);
  write_text(out, "lang", page.language);
  write_url(out, "canonical", page.canonical);
  write_url(out, "base", page.base);
  out.key("refresh");
  if (page.refresh) {
    out.begin_object().member("delay", page.refresh->delay_seconds);
    write_url(out, "url", page.refresh->target);
    out.end_object();
  } else {
    out.null();
  }
  out.key("robots").begin_object();
  out.member("noindex", page.robots.noindex).member("nofollow", page.robots.nofollow).end_object();
  out.key("links").begin_array();
  for (const parse::Link& link : page.links) {
    out.begin_object().member("url", link.url.href()).member("rel", link.rel);
    out.member("tag", parse::name(link.tag)).end_object();
  }
  out.end_array().member("text", page.text).member("main_text", parse::main_text(page));
  out.member("remarks", page.remarks);
}

class PageCheck final : public Check {
 public:
  explicit PageCheck(const settings::Settings& settings) : options_(page_options(settings)) {}

  Status answer(const json::Value& question, json::Writer& out) override {
    const auto document = Document::of(question);
    if (!document) return Unexpected(document.error());
    write_page(
        out, parse::parse_page(document->body,
                               {.url = document->url, .transport = document->transport}, options_));
    return Done{};
  }

  Result<std::vector<std::string>> questions(const CheckArguments& arguments) override {
    return Document::questions(arguments);
  }

  std::string format(const json::Value&, const json::Value& answer) override {
    std::string words;
    const auto line = [&](std::string_view label, std::string_view text) {
      words +=
          std::string(label) + std::string(13 - label.size(), ' ') + text::printable(text) + "\n";
    };
    for (const char* key : {"title", "description", "lang", "canonical", "base"}) {
      if (const auto text = answer[key].string()) line(key, *text);
    }
    line("charset", std::string(*answer["charset"].string()) + " (" +
                        std::string(*answer["charset_evidence"].string()) + ")");
    if (const auto target = answer["refresh"]["url"].string()) line("refresh", *target);
    for (const char* key : {"noindex", "nofollow"}) {
      if (answer["robots"][key].boolean().value_or(false)) line("robots", key);
    }
    const auto links = answer["links"].elements();
    line("links", std::to_string(links.size()));
    for (const json::Value& link : links) {
      words +=
          "  " + std::string(*link["tag"].string()) + "  " + text::printable(*link["url"].string());
      if (const auto rel = link["rel"].string(); !rel->empty())
        words += "  " + text::printable(*rel);
      words += "\n";
    }
    for (const json::Value& remark : answer["remarks"].elements()) line("remark", *remark.string());
    words += "text\n" + text::printable_lines(*answer["text"].string()) + "\n";
    return words;
  }

 private:
  const parse::PageOptions options_;
};

}  // namespace

std::unique_ptr<Check> make_page_check(const settings::Settings& settings) {
  return std::make_unique<PageCheck>(settings);
}

}  // namespace freshet::cli
