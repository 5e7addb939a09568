// freshet check robots
#include "cli/check.h"
#include "cli/module_options.h"
#include "json/base64.h"
#include "robots/robots.h"
#include "text/printable.h"
#include "url/url.h"

namespace freshet::cli {
namespace {

// The request target that the crawler would send for the URL. Rules are matched against it.
std::string request_target(std::string_view text) {
  const auto parsed = url::parse(text);
  if (parsed && parsed->is_web()) return std::string(parsed->request_target());
  return robots::robots_path(text);
}

class RobotsCheck final : public Check {
 public:
  explicit RobotsCheck(const settings::Settings& settings)
      : limits_(robots_limits(settings)), agent_(settings.agent.name) {}

  Status answer(const json::Value& question, json::Writer& out) override {
    const auto body = required_bytes(question, "robots");
    if (!body) return Unexpected(body.error());
    const auto url = required(question, "url");
    if (!url) return Unexpected(url.error());
    const robots::RobotsRules rules = robots::parse_robots(*body, limits_);
    const robots::AgentRules ours = rules.for_agent(question["agent"].string().value_or(agent_));
    const robots::Verdict verdict = ours.check(request_target(*url));

    out.member("allowed", verdict.allowed);
    if (verdict.line > 0)
      out.member("line", verdict.line);
    else
      out.key("line").null();
    if (const auto delay = ours.crawl_delay())
      out.member("crawl_delay", delay->in_seconds());
    else
      out.key("crawl_delay").null();
    write_sitemaps(rules, *url, out);
    out.key("remarks").begin_array();
    for (const robots::Remark& remark : rules.remarks()) {
      out.begin_object().member("line", remark.line).member("text", remark.text).end_object();
    }
    out.end_array();
    return Done{};
  }

  Result<std::vector<std::string>> questions(const CheckArguments& arguments) override {
    if (arguments.subjects.size() < 2) {
      return fail(
          "check robots needs a file and at least one URL, for example: "
          "freshet check robots robots.txt http://example.com/a");
    }
    auto body = read_whole_file(arguments.subjects.front());
    if (!body) return Unexpected(body.error());
    body_ = std::move(*body);
    std::vector<std::string> all;
    for (size_t i = 1; i < arguments.subjects.size(); ++i) {
      json::Writer writer(all.emplace_back());
      writer.begin_object()
          .member("robots_base64", json::base64_encode(body_))
          .member("url", arguments.subjects[i]);
      if (!arguments.agent.empty()) writer.member("agent", arguments.agent);
      writer.end_object();
    }
    return all;
  }

  std::string format(const json::Value& question, const json::Value& answer) override {
    std::string words = *answer["allowed"].boolean() ? "allowed     " : "disallowed  ";
    words += text::printable(*question["url"].string());
    if (const auto line = answer["line"].integer()) {
      words += "\n            by line " + std::to_string(*line) + ": " +
               text::printable(line_of_body(*line));
    }
    if (const auto delay = answer["crawl_delay"].number()) {
      std::string number;
      json::Writer(number).value(*delay);
      words += "\n            Crawl-delay " + number + " s";
    }
    return words + "\n";
  }

 private:
  // Sitemap lines should hold absolute URLs. A relative one is resolved against the URL in
  // question.
  static void write_sitemaps(const robots::RobotsRules& rules, std::string_view url,
                             json::Writer& out) {
    out.key("sitemaps").begin_array();
    const auto base = url::parse(url);
    for (const std::string& sitemap : rules.sitemaps()) {
      const auto resolved = base ? url::resolve(sitemap, *base) : url::parse(sitemap);
      if (resolved)
        out.value(resolved->href());
      else
        out.value(sitemap);
    }
    out.end_array();
  }

  std::string line_of_body(int64_t number) const {
    size_t start = 0;
    for (int64_t line = 1; line < number && start != std::string::npos; ++line) {
      const size_t end = body_.find_first_of("\r\n", start);
      if (end == std::string::npos) return {};
      start = body_.compare(end, 2, "\r\n") == 0 ? end + 2 : end + 1;
    }
    return body_.substr(start, body_.find_first_of("\r\n", start) - start);
  }

  const robots::RobotsLimits limits_;
  const std::string agent_;
  std::string body_;  // of the file on the command line
};

}  // namespace

std::unique_ptr<Check> make_robots_check(const settings::Settings& settings) {
  return std::make_unique<RobotsCheck>(settings);
}

}  // namespace freshet::cli
