// freshet check url, freshet check canonical
#include "cli/check.h"
#include "cli/module_options.h"
#include "text/printable.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::cli {
namespace {

Result<url::Url> parse_or_fail(std::string_view text) {
  auto parsed = url::parse(text);
  if (!parsed) return fail(std::string(url::describe(parsed.error())));
  return std::move(*parsed);
}

class UrlCheck final : public Check {
 public:
  Status answer(const json::Value& question, json::Writer& out) override {
    const auto input = required(question, "input");
    if (!input) return Unexpected(input.error());
    if (const auto base_text = question["base"].string()) {
      const auto base = parse_or_fail(*base_text);
      if (!base) return Unexpected(Error(base.error()).within("base"));
      const auto resolved = url::resolve(*input, *base);
      if (!resolved) return fail(std::string(url::describe(resolved.error())));
      out.member("href", resolved->href());
      return Done{};
    }
    const auto parsed = parse_or_fail(*input);
    if (!parsed) return Unexpected(parsed.error());
    out.member("href", parsed->href());
    return Done{};
  }

  Result<std::vector<std::string>> questions(const CheckArguments& arguments) override {
    std::vector<std::string> all;
    for (const std::string& subject : arguments.subjects) {
      json::Writer writer(all.emplace_back());
      writer.begin_object().member("input", subject);
      if (!arguments.base.empty()) writer.member("base", arguments.base);
      writer.end_object();
    }
    return all;
  }

  std::string format(const json::Value&, const json::Value& answer) override {
    return text::printable(*answer["href"].string()) + "\n";
  }
};

class CanonicalCheck final : public Check {
 public:
  explicit CanonicalCheck(const settings::Settings& settings)
      : canonicalizer_(canonical_rules(settings)) {}

  Status answer(const json::Value& question, json::Writer& out) override {
    const auto text = required(question, "url");
    if (!text) return Unexpected(text.error());
    const auto parsed = parse_or_fail(*text);
    if (!parsed) return Unexpected(parsed.error());
    const auto canonical = canonicalizer_.canonical(*parsed);
    if (!canonical) return fail("only http and https URLs have a canonical form");
    out.member("canonical", canonical->text());
    return Done{};
  }

  Result<std::vector<std::string>> questions(const CheckArguments& arguments) override {
    std::vector<std::string> all;
    for (const std::string& subject : arguments.subjects) {
      json::Writer(all.emplace_back()).begin_object().member("url", subject).end_object();
    }
    return all;
  }

  std::string format(const json::Value&, const json::Value& answer) override {
    return text::printable(*answer["canonical"].string()) + "\n";
  }

 private:
  const url::Canonicalizer canonicalizer_;
};

}  // namespace

std::unique_ptr<Check> make_url_check(const settings::Settings&) {
  return std::make_unique<UrlCheck>();
}

std::unique_ptr<Check> make_canonical_check(const settings::Settings& settings) {
  return std::make_unique<CanonicalCheck>(settings);
}

}  // namespace freshet::cli
