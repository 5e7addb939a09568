#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "aquarium/door_limits.h"
#include "aquarium/request_log.h"
#include "aquarium/world.h"
#include "aquarium/world_options.h"
#include "clock/clock.h"
#include "result/result.h"

namespace freshet::aquarium {

struct AquariumOptions {
  WorldOptions world;
  std::string address = "127.0.0.1";
  uint16_t port = 0;  // 0: any that is free
  int threads = 1;
  // Virtual time is start + time_scale x the real time since. Without a start: now.
  std::optional<Instant> start = std::nullopt;
  double time_scale = 1;
  // Takes the place of both, if given; must outlive the aquarium. The world starts at its time
  // then.
  const Clock* virtual_clock = nullptr;
  // URLs name the port. Else they are as on port 80, and the client has to be told where that is.
  bool port_in_urls = false;
  size_t log_capacity = 1 << 17;  // requests kept in memory
  std::string log_file;           // TSV of all requests; none if empty
  DoorLimits limits;
};

// A synthetic web that listens on loopback in threads of its own. One port serves all hosts; the
// Host field tells them apart. truth.DOMAIN answers what is true (docs/formats/aquarium.md).
class Aquarium {
 public:
  Aquarium();
  ~Aquarium();  // stops
  Aquarium(const Aquarium&) = delete;
  Aquarium& operator=(const Aquarium&) = delete;

  // The port it listens on. Fails for options that make no sense and ports that are taken.
  Result<uint16_t> start(const AquariumOptions& options);
  // Closes all connections. What can be asked after start() can be asked still.
  void stop();

  // After start():
  uint16_t port() const;
  const World& world() const;
  const Clock& virtual_clock() const;
  // From any thread; see RequestLog.
  RequestLog& log();
  std::vector<LoggedRequest> requests(uint64_t after = 0) const;

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

struct AquariumRun {
  AquariumOptions aquarium;
  bool json = false;  // the announcement as one JSON object
};

// For the command line: starts, says on `out` where it listens and how to look at it, and returns
// when `stop` becomes true. The exit status: 0, or 1 with the reason on `errors`.
int run_aquarium(const AquariumRun& run, const std::function<bool()>& stop, std::ostream& out,
                 std::ostream& errors);

}  // namespace freshet::aquarium
