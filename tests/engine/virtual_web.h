#pragma once

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clock/clock.h"
#include "eventloop/task_loop.h"
#include "fetch/fetcher.h"

namespace freshet::test {

// One request, at the time when its answer is due.
struct Hit {
  const fetch::Request& request;
  Instant now;
  int number = 1;  // number among the requests for this URL
};

// The answer of a URL: a constant, or a function.
class Answer {
 public:
  using Script = std::function<fetch::Outcome(const Hit&)>;

  // NOLINTBEGIN(google-explicit-constructor)
  template <typename T>
  requires std::constructible_from<fetch::Outcome, T> Answer(T outcome)
      : script_([outcome = fetch::Outcome(std::move(outcome))](const Hit&) { return outcome; }) {}
  template <typename T>
  requires std::convertible_to<std::invoke_result_t<T, const Hit&>, fetch::Outcome> Answer(T script)
      : script_(std::move(script)) {}
  // NOLINTEND(google-explicit-constructor)

  fetch::Outcome operator()(const Hit& hit) const { return script_(hit); }

 private:
  Script script_;
};

// `fields` are header lines, each with its line end.
fetch::Reply reply(int status, std::string_view type, std::string body, std::string_view fields);
fetch::Reply html(std::string_view body, std::string_view fields = "");
fetch::Reply plain_text(std::string_view body, std::string_view fields = "");
fetch::Reply xml(std::string_view body, std::string_view fields = "");
fetch::Reply status(int code, std::string_view fields = "");
fetch::Reply redirect(std::string_view location, int code = 301);
// Marks the body as truncated.
fetch::Reply cut(fetch::Reply whole);
// A page with a link for each, and a text that no other page has and that never changes.
Answer links(std::vector<std::string> hrefs);
// A page with a different text for every request.
Answer changing();
// A page whose text changes with this period.
Answer changing_every(Duration period);
// A page with the ETag "<tag>", which answers 304 to requests with this ETag.
Answer tagged(std::string tag, std::string body);
struct Listed {
  std::string url;
  std::string date = {};  // of <lastmod>; empty: none
};
fetch::Reply sitemap(const std::vector<Listed>& urls);

// The web of a test in virtual time: gives the answers that a test sets, and logs the requests.
// URLs are canonical ("http://a.test/x"); the default answer is 404. Settings apply to requests
// whose answer is due later. For one thread.
class VirtualWeb {
 public:
  struct SentRequest {
    std::string url;
    Duration at;   // time of sending, since the world began
    Instant time;  // time of sending by the clock
    std::vector<std::pair<std::string, std::string>> headers;

    std::string header(std::string_view name) const;  // empty: none
  };

  VirtualWeb(const Clock& clock, std::function<Duration()> elapsed)
      : clock_(clock), elapsed_(std::move(elapsed)) {}

  void set(const std::string& url, Answer answer) { set(url, std::vector{std::move(answer)}); }
  // Sets several answers: each is given once, the last one to all further requests.
  void set(const std::string& url, std::vector<Answer> answers);
  // Sets the answer of all other URLs.
  void otherwise(Answer answer) { otherwise_ = std::move(answer); }
  // Replaces the answers of all pages of the site ("http://a.test"), except robots.txt.
  void instead(const std::string& site, Answer answer) {
    instead_.insert_or_assign(site, std::move(answer));
  }
  void as_before(const std::string& site) { instead_.erase(site); }

  void set_latency(Duration latency) { latency_ = latency; }
  void set_latency(const std::string& url, Duration latency) { latencies_[url] = latency; }
  // Sets the latency of all URLs without their own.
  void set_latency(std::function<Duration(const fetch::Request&)> latency) {
    latency_by_request_ = std::move(latency);
  }
  // Sets the latency of name resolution.
  void set_lookup_latency(Duration latency) { lookup_latency_ = latency; }
  // By default, every host has a different public address.
  void set_address(const std::string& host, std::string_view address);
  // As behind a proxy, which resolves names itself.
  void set_no_address(const std::string& host) {
    hosts_.insert_or_assign(host, std::vector<fetch::Address>());
  }
  void set_lookup_failure(const std::string& host, fetch::Outcome outcome);
  void forget_lookups(const std::string& host) { hosts_.erase(host); }

  // The requests whose URL has this prefix, in the order of sending.
  std::vector<SentRequest> requests(std::string_view beginning = "http") const;
  size_t count(std::string_view beginning = "http") const { return requests(beginning).size(); }
  // The times between consecutive requests(beginning).
  std::vector<Duration> gaps(std::string_view beginning) const {
    return gaps_between(requests(beginning));
  }
  // The same for one URL.
  std::vector<SentRequest> requests_for(std::string_view url) const;
  size_t times(std::string_view url) const { return requests_for(url).size(); }
  std::vector<Duration> gaps_of(std::string_view url) const {
    return gaps_between(requests_for(url));
  }
  // The largest number of requests in flight at a time, of those whose URL has this prefix.
  int most_at_once(const std::string& beginning = "http") const;
  size_t lookups(const std::string& host) const;

  std::unique_ptr<fetch::Fetcher> make_fetcher(eventloop::TaskLoop& loop);

 private:
  class WebFetcher;
  struct Page {
    std::vector<Answer> answers;
    size_t next = 0;
  };
  struct Span {
    size_t request;  // index
    Duration until;
  };

  static std::vector<Duration> gaps_between(const std::vector<SentRequest>& requests);
  fetch::Outcome answer(const fetch::Request& request);
  Result<std::vector<fetch::Address>, fetch::Outcome> addresses_of(const std::string& host);
  Duration latency_of(const fetch::Request& request) const;

  const Clock& clock_;
  const std::function<Duration()> elapsed_;
  std::map<std::string, Page> pages_;
  std::map<std::string, int> hits_;
  std::map<std::string, Answer> instead_;
  Answer otherwise_ = status(404);
  Duration latency_ = Duration::milliseconds(50);
  std::function<Duration(const fetch::Request&)> latency_by_request_;
  Duration lookup_latency_ = Duration::milliseconds(25);
  std::map<std::string, Duration> latencies_;
  std::map<std::string, Result<std::vector<fetch::Address>, fetch::Outcome>> hosts_;
  std::map<std::string, size_t> own_addresses_;  // of the other hosts: 11.0.x.y
  std::map<std::string, size_t> lookups_;
  std::vector<SentRequest> requests_;
  std::vector<Span> ended_;
};

}  // namespace freshet::test
