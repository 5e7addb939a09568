#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crawl/reading.h"
#include "fetch/outcome.h"
#include "robots/robots_status.h"
#include "url/url.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// A request for a worker. The dispatcher assigns `id`.
struct Assignment {
  enum class Kind : uint8_t { kPage, kSitemap, kRobots, kResolve };
  uint64_t id = 0;
  Kind kind = Kind::kPage;
  url::Url url;
  uint16_t depth = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const Before> before;  // the last visit, of a page that was visited before
};

// The result of a request for robots.txt.
struct RobotsAnswer {
  robots::RobotsStatus meaning = robots::RobotsStatus::kHoldBack;
  int http_status = 0;  // 0: no reply
  std::string body;
  std::optional<url::Url> redirect;  // target of a redirect, which the worker does not follow
};

struct Completed {
  uint64_t id = 0;
  Instant at;
  fetch::Outcome outcome;          // of kResolve: a Reply without content, or the failure
  std::optional<Reading> reading;  // of an answered request for a page or sitemap
  // The exchange in the form in which it is archived, unless it may not be archived. Only it has
  // the body, so that bodies are not copied between threads.
  std::optional<warc::PackedVisit> packed;
  std::optional<RobotsAnswer> robots;
  std::optional<fetch::Address> address;  // of kResolve; none if a proxy resolves names
  Duration took;
};

// Fetches what it is assigned, reads and packs the replies, and reports the result of each request.
// It knows nothing of order, politeness or state: the engine assigns only what may be fetched now.
class Worker {
 public:
  virtual ~Worker() = default;
  virtual void assign(std::vector<Assignment> assignments) = 0;
  // Cancels the requests in flight, which are reported as Cancelled. Nothing is reported
  // afterwards.
  virtual void stop() = 0;
};

// Makes the workers of a crawl. They call `report` on any thread, once for each assignment that
// stop() does not drop; assignments that are completed together are reported together.
using Report = std::function<void(std::vector<Completed>)>;
using MakeWorkers = std::function<std::vector<std::unique_ptr<Worker>>(const Report& report)>;

}  // namespace freshet::crawl
