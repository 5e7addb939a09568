#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "crawl/options.h"
#include "crawl/reading.h"
#include "eventloop/loop.h"
#include "fetch/fetcher.h"
#include "robots/robots_status.h"

namespace freshet::crawl {

// Something to ask a server for; `id` is the keeper's name for it.
struct Assignment {
  enum class Kind : uint8_t { kPage, kSitemap, kRobots, kResolve };
  uint64_t id = 0;
  Kind kind = Kind::kPage;
  url::Url url;
  std::vector<std::pair<std::string, std::string>> headers;
};

// What a request for robots.txt came to.
struct RobotsAnswer {
  robots::RobotsStatus meaning = robots::RobotsStatus::kHoldBack;
  int http_status = 0;  // 0: no reply
  std::string body;
};

struct Completed {
  uint64_t id = 0;
  fetch::Outcome outcome;          // of kResolve: a Reply without content, or why not
  std::optional<Reading> reading;  // of a page or sitemap that was answered
  std::optional<RobotsAnswer> robots;
  std::optional<fetch::Address> address;  // of kResolve
  Duration took;
};

// One thread that fetches and reads. It knows nothing of order, politeness or state: the keeper
// hands it what may be asked now. Only the thread touches its loop, connections and reader.
class Shard {
 public:
  // `report` is called on the shard's thread, once for each assignment that is not dropped by
  // stop().
  using Report = std::function<void(Completed)>;
  using MakeFetcher = std::function<std::unique_ptr<fetch::Fetcher>(eventloop::Loop&)>;

  Shard(const CrawlOptions& options, const MakeFetcher& make_fetcher, Report report);
  ~Shard();  // stops
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;

  // From any thread.
  void assign(Assignment assignment);
  // Ends what is under way (it is reported as Cancelled) and the thread. From any thread but its
  // own.
  void stop();

 private:
  void begin(Assignment assignment);
  void fetch_page(Assignment assignment);
  void fetch_robots(uint64_t id, const url::Url& url, int redirects, Duration took_before);
  void resolve(uint64_t id, const url::Url& url);

  const Reader reader_;
  const Report report_;
  eventloop::Loop loop_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::thread thread_;
};

}  // namespace freshet::crawl
