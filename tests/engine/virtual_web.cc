#include "engine/virtual_web.h"

#include <algorithm>
#include <optional>

#include "fetch/scripted_fetcher.h"
#include "http/header_block.h"
#include "result/check.h"

namespace freshet::test {
namespace {

// Returns "http://a.test" for "http://a.test/x".
std::string site_of(const std::string& url) {
  return url.substr(0, url.find('/', url.find("//") + 2));
}

// Returns sentences that have little in common with those of another number.
std::string text_of(uint64_t number) {
  std::string text;
  uint64_t seed = number * 2 + 1;
  for (int i = 0; i < 30; ++i) {
    seed = seed * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    text += "word" + std::to_string(seed >> 44) + ' ';
  }
  return text;
}

}  // namespace

fetch::Reply reply(int status, std::string_view type, std::string body, std::string_view fields) {
  fetch::Reply reply = fetch::make_reply(status, type, std::move(body));
  reply.reply_head.append(fields);
  reply.headers = http::parse_header_block(reply.reply_head).headers;
  return reply;
}

fetch::Reply html(std::string_view body, std::string_view fields) {
  return reply(200, "text/html; charset=utf-8", std::string(body), fields);
}

fetch::Reply plain_text(std::string_view body, std::string_view fields) {
  return reply(200, "text/plain", std::string(body), fields);
}

fetch::Reply xml(std::string_view body, std::string_view fields) {
  return reply(200, "application/xml", std::string(body), fields);
}

fetch::Reply status(int code, std::string_view fields) {
  const std::string body = code == 304 ? "" : "<p>status " + std::to_string(code) + "</p>";
  return reply(code, "text/html", body, fields);
}

fetch::Reply redirect(std::string_view location, int code) {
  return status(code, "Location: " + std::string(location) + "\r\n");
}

fetch::Reply cut(fetch::Reply whole) {
  whole.body_truncated = true;
  return whole;
}

Answer links(std::vector<std::string> hrefs) {
  return [hrefs = std::move(hrefs)](const Hit& hit) {
    std::string body = "<p>The page " + std::string(hit.request.url.href()) + "</p>";
    for (const std::string& href : hrefs) body += "<a href=\"" + href + "\">a link</a>\n";
    return html(body);
  };
}

Answer changing() {
  return [](const Hit& hit) {
    return html("<p>" + text_of(static_cast<uint64_t>(hit.number)) + "</p>");
  };
}

Answer changing_every(Duration period) {
  return [period](const Hit& hit) {
    const auto turn = hit.now.unix_microseconds() / period.in_microseconds();
    return html("<p>" + text_of(static_cast<uint64_t>(turn)) + "</p>");
  };
}

Answer tagged(std::string tag, std::string body) {
  return [tag = '"' + tag + '"', body = std::move(body)](const Hit& hit) {
    const std::string field = "ETag: " + tag + "\r\n";
    for (const auto& [name, value] : hit.request.headers) {
      if (name == "If-None-Match" && value == tag) return status(304, field);
    }
    return html(body, field);
  };
}

fetch::Reply sitemap(const std::vector<Listed>& urls) {
  std::string text = "<?xml version='1.0'?><urlset>";
  for (const Listed& one : urls) {
    text += "<url><loc>" + one.url + "</loc>";
    if (!one.date.empty()) text += "<lastmod>" + one.date + "</lastmod>";
    text += "</url>";
  }
  return xml(text + "</urlset>");
}

std::string VirtualWeb::SentRequest::header(std::string_view name) const {
  for (const auto& [its_name, value] : headers) {
    if (its_name == name) return value;
  }
  return "";
}

// Reads the answers when they are due, so that a test may change them at any time.
class VirtualWeb::WebFetcher final : public fetch::Fetcher {
 public:
  WebFetcher(VirtualWeb& web, eventloop::TaskLoop& loop) : web_(web), scripted_(loop) {
    scripted_.answer_others([this](const fetch::Request& request) { return web_.answer(request); });
  }

  void resolve(const url::Url& url, Resolved done) override {
    const std::string host(url.host());
    ++web_.lookups_[host];
    scripted_.resolve_as(host, web_.addresses_of(host));
    scripted_.set_latency(web_.lookup_latency_ * 2);  // a name takes half of it
    scripted_.resolve(url, std::move(done));
  }

  void fetch(fetch::Request request, Done done) override {
    const std::string url(request.url.href());
    const size_t index = web_.requests_.size();
    web_.requests_.push_back({url, web_.elapsed_(), web_.clock_.now(), request.headers});
    const Duration latency = web_.latency_of(request);
    scripted_.set_latency(url, latency);
    scripted_.fetch(std::move(request),
                    [this, index, latency, done = std::move(done)](fetch::Outcome outcome) {
                      web_.ended_.push_back({index, web_.elapsed_()});
                      if (auto* reply = std::get_if<fetch::Reply>(&outcome)) {
                        reply->timings = {.first_byte = latency, .total = latency};
                      }
                      done(std::move(outcome));
                    });
  }

  size_t in_flight() const override { return scripted_.in_flight(); }
  void cancel_all() override { scripted_.cancel_all(); }

 private:
  VirtualWeb& web_;
  fetch::ScriptedFetcher scripted_;
};

std::unique_ptr<fetch::Fetcher> VirtualWeb::make_fetcher(eventloop::TaskLoop& loop) {
  return std::make_unique<WebFetcher>(*this, loop);
}

void VirtualWeb::set(const std::string& url, std::vector<Answer> answers) {
  FRESHET_CHECK(!answers.empty(), url);
  pages_[url] = {.answers = std::move(answers)};
}

void VirtualWeb::set_address(const std::string& host, std::string_view address) {
  const auto parsed = fetch::Address::parse(address);
  FRESHET_CHECK(parsed, std::string(address));
  hosts_.insert_or_assign(host, std::vector<fetch::Address>{*parsed});
}

Result<std::vector<fetch::Address>, fetch::Outcome> VirtualWeb::addresses_of(
    const std::string& host) {
  const auto known = hosts_.find(host);
  if (known != hosts_.end()) return known->second;
  const auto [own, _] = own_addresses_.try_emplace(host, own_addresses_.size() + 1);
  const auto address = fetch::Address::parse("11.0." + std::to_string(own->second / 250) + "." +
                                             std::to_string(own->second % 250));
  return std::vector<fetch::Address>{*address};
}

void VirtualWeb::set_lookup_failure(const std::string& host, fetch::Outcome outcome) {
  hosts_.insert_or_assign(host, Unexpected(std::move(outcome)));
}

Duration VirtualWeb::latency_of(const fetch::Request& request) const {
  const auto own = latencies_.find(std::string(request.url.href()));
  if (own != latencies_.end()) return own->second;
  return latency_by_request_ ? latency_by_request_(request) : latency_;
}

fetch::Outcome VirtualWeb::answer(const fetch::Request& request) {
  const std::string url(request.url.href());
  const Hit hit{.request = request, .now = clock_.now(), .number = ++hits_[url]};
  const auto instead = instead_.find(site_of(url));
  if (instead != instead_.end() && !url.ends_with("/robots.txt")) return instead->second(hit);
  const auto found = pages_.find(url);
  if (found == pages_.end()) return otherwise_(hit);
  Page& page = found->second;
  const Answer& answer = page.answers[page.next];
  if (page.next + 1 < page.answers.size()) ++page.next;
  return answer(hit);
}

std::vector<VirtualWeb::SentRequest> VirtualWeb::requests(std::string_view beginning) const {
  std::vector<SentRequest> found;
  for (const SentRequest& one : requests_) {
    if (one.url.starts_with(beginning)) found.push_back(one);
  }
  return found;
}

std::vector<VirtualWeb::SentRequest> VirtualWeb::requests_for(std::string_view url) const {
  std::vector<SentRequest> found;
  for (const SentRequest& one : requests_) {
    if (one.url == url) found.push_back(one);
  }
  return found;
}

std::vector<Duration> VirtualWeb::gaps_between(const std::vector<SentRequest>& requests) {
  std::vector<Duration> gaps;
  for (size_t i = 1; i < requests.size(); ++i) gaps.push_back(requests[i].at - requests[i - 1].at);
  return gaps;
}

int VirtualWeb::most_at_once(const std::string& beginning) const {
  std::vector<std::pair<Duration, int>> steps;  // an end comes before a beginning at its time
  for (const Span& span : ended_) {
    if (!requests_[span.request].url.starts_with(beginning)) continue;
    steps.emplace_back(requests_[span.request].at, 1);
    steps.emplace_back(span.until, -1);
  }
  std::sort(steps.begin(), steps.end());
  int now = 0;
  int most = 0;
  for (const auto& [at, step] : steps) most = std::max(most, now += step);
  return most;
}

size_t VirtualWeb::lookups(const std::string& host) const {
  const auto found = lookups_.find(host);
  return found == lookups_.end() ? 0 : found->second;
}

}  // namespace freshet::test
