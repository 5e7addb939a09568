#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "clock/clock.h"
#include "crawl/options.h"
#include "crawl/reading.h"
#include "eventloop/loop.h"
#include "fetch/fetcher.h"
#include "robots/robots_status.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// Something to ask a server for; `id` is the keeper's name for it.
struct Assignment {
  enum class Kind : uint8_t { kPage, kSitemap, kRobots, kResolve };
  uint64_t id = 0;
  Kind kind = Kind::kPage;
  url::Url url;
  uint16_t depth = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const Before> before;  // of a page that was visited before
};

// What a request for robots.txt came to.
struct RobotsAnswer {
  robots::RobotsStatus meaning = robots::RobotsStatus::kHoldBack;
  int http_status = 0;  // 0: no reply
  std::string body;
  std::optional<url::Url> redirect;  // where it leads, which is not followed here
};

struct Completed {
  uint64_t id = 0;
  Instant at;
  fetch::Outcome outcome;          // of kResolve: a Reply without content, or why not
  std::optional<Reading> reading;  // of a page or sitemap that was answered
  // The exchange as the archive wants it, unless it may not be archived. The reply's body is in it
  // alone: dozens of bodies a millisecond are not to travel from thread to thread.
  std::optional<warc::PackedVisit> packed;
  std::optional<RobotsAnswer> robots;
  std::optional<fetch::Address> address;  // of kResolve; none where it is not for us to know
  Duration took;
};

// One thread that fetches, reads and packs. It knows nothing of order, politeness or state: the
// keeper hands it what may be asked now. Only the thread touches its loop, connections and reader.
class Shard {
 public:
  // `report` is called on the shard's thread; each assignment that is not dropped by stop() is told
  // once. Several at a time where several end together: to wake another thread costs as much as a
  // request.
  using Report = std::function<void(std::vector<Completed>)>;
  using MakeFetcher = std::function<std::unique_ptr<fetch::Fetcher>(eventloop::Loop&)>;

  Shard(const CrawlOptions& options, const Clock& clock, const MakeFetcher& make_fetcher,
        Report report);
  ~Shard();  // stops
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;

  // From any thread.
  void assign(std::vector<Assignment> assignments);
  // Ends what is under way (it is reported as Cancelled) and the thread. From any thread but its
  // own.
  void stop();

 private:
  void begin(Assignment assignment);
  void complete(Completed completed);
  void report();
  void fetch_page(Assignment assignment);
  void fetch_robots(uint64_t id, const url::Url& url);
  void resolve(uint64_t id, const url::Url& url);

  const Clock& clock_;
  const Reader reader_;
  warc::VisitWriter writer_;
  const Report report_;
  const size_t max_body_bytes_;
  std::vector<Completed> completed_;  // to be reported
  eventloop::Loop loop_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::thread thread_;
};

}  // namespace freshet::crawl
