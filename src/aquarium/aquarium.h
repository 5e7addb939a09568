#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "aquarium/request_log.h"
#include "aquarium/server_limits.h"
#include "aquarium/world.h"
#include "aquarium/world_options.h"
#include "clock/clock.h"
#include "result/result.h"

namespace freshet::aquarium {

struct AquariumOptions {
  WorldOptions world;
  std::string address = "127.0.0.1";
  uint16_t port = 0;  // 0: any free port
  int threads = 1;
  // Virtual time is start + time_scale x the real time since then. Without a start, it begins now.
  std::optional<Instant> start = std::nullopt;
  double time_scale = 1;
  // If given, this clock is used instead of start and time_scale, and the world starts at its
  // current time. It must outlive the aquarium.
  const Clock* virtual_clock = nullptr;
  // URLs contain the port. Otherwise they have no port, and the client must be configured to
  // connect to the aquarium's port instead of port 80.
  bool port_in_urls = false;
  size_t log_capacity = 1 << 17;  // requests that are kept in memory
  std::string log_file;           // receives all requests as TSV; no file if empty
  ServerLimits limits;
};

// A synthetic web: an HTTP server on loopback, with threads of its own. One port serves all hosts,
// which the Host field selects. The host truth.DOMAIN returns the ground truth
// (docs/formats/aquarium.md).
class Aquarium {
 public:
  Aquarium();
  ~Aquarium();  // calls stop()
  Aquarium(const Aquarium&) = delete;
  Aquarium& operator=(const Aquarium&) = delete;

  // Returns the port on which it listens. Fails if the options are not valid or the port is in use.
  Result<uint16_t> start(const AquariumOptions& options);
  // Closes all connections. The functions below still work.
  void stop();

  // To be called after start() only.
  uint16_t port() const;
  const World& world() const;
  const Clock& virtual_clock() const;
  // The log may be used by any thread.
  RequestLog& log();
  std::vector<LoggedRequest> requests(uint64_t after = 0) const;

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

struct AquariumRun {
  AquariumOptions aquarium;
  bool json = false;        // print the address as one JSON object
  std::string recipe_file;  // gets the recipe of the first shop; empty: no file
};

// Runs an aquarium for the command line: prints to `out` where it listens and how to query it, and
// returns when `stop` returns true. Returns the exit status: 0, or 1 after printing the reason to
// `errors`.
int run_aquarium(const AquariumRun& run, const std::function<bool()>& stop, std::ostream& out,
                 std::ostream& errors);

}  // namespace freshet::aquarium
