#include "aquarium/aquarium.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <ostream>
#include <thread>

#include "aquarium/server.h"
#include "aquarium/shop_recipe.h"
#include "aquarium/truth_endpoint.h"
#include "json/write.h"
#include "result/check.h"
#include "systemclock/system_clock.h"

namespace freshet::aquarium {
namespace {

constexpr int kMaxThreads = 64;
constexpr int kBacklog = 4'096;

std::string reason() {
  return std::strerror(errno);
}

struct Endpoint {
  std::string address;
  uint16_t port;
};

// Opens a listening socket. Several sockets of this process may share a port (SO_REUSEPORT).
Result<int> listen_on(const Endpoint& endpoint) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(endpoint.port);
  if (inet_pton(AF_INET, endpoint.address.c_str(), &name.sin_addr) != 1) {
    return fail("not an IPv4 address: " + endpoint.address);
  }
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return fail("opening a socket: " + reason());
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
      listen(fd, kBacklog) != 0) {
    const std::string why = reason();
    close(fd);
    return fail("listening on " + endpoint.address + ":" + std::to_string(endpoint.port) + ": " +
                why);
  }
  return fd;
}

uint16_t port_of(int socket) {
  sockaddr_in name{};
  socklen_t length = sizeof name;
  getsockname(socket, reinterpret_cast<sockaddr*>(&name), &length);
  return ntohs(name.sin_port);
}

// Raises the limit on descriptors: each client needs one.
void allow_many_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

WorldOptions with_port(WorldOptions options, std::optional<uint16_t> port) {
  if (port) options.url_port = *port;
  return options;
}

}  // namespace

struct Aquarium::Running {
  Running(const AquariumOptions& options, uint16_t bound_port)
      : port(bound_port),
        scaled(options.start.value_or(SystemClock().now()), options.time_scale),
        clock(options.virtual_clock != nullptr ? *options.virtual_clock : scaled),
        world(with_port(options.world,
                        options.port_in_urls ? std::optional(bound_port) : std::nullopt),
              options.virtual_clock != nullptr || !options.start ? clock.now() : *options.start),
        log(options.log_capacity),
        context{.world = world,
                .virtual_clock = clock,
                .log = log,
                .truth =
                    [this](const Request& request, Reply& reply) {
                      answer_truth(world, log, request, clock.now(), reply);
                    },
                .truth_host = "truth." + options.world.domain,
                .limits = options.limits} {}

  const uint16_t port;
  const ScaledClock scaled;
  const Clock& clock;
  const World world;
  RequestLog log;
  ServerContext context;
  std::vector<std::unique_ptr<Server>> servers;  // one for each thread
  std::vector<std::jthread> threads;
};

Aquarium::Aquarium() = default;
Aquarium::~Aquarium() {
  stop();
}

Result<uint16_t> Aquarium::start(const AquariumOptions& options) {
  FRESHET_CHECK(running_ == nullptr, "an aquarium can be started only once");
  if (Status sound = check(options.world); !sound) return Unexpected(sound.error());
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return fail("the number of threads must be between 1 and 64");
  };
  if (!(options.time_scale >= 0 && options.time_scale <= 1e6)) {
    return fail("the time scale must be between 0 and 1000000");
  }
  allow_many_descriptors();
  const Result<int> first = listen_on({options.address, options.port});
  if (!first) return Unexpected(first.error());
  auto running = std::make_unique<Running>(options, port_of(*first));
  running->servers.push_back(std::make_unique<Server>(running->context, *first));
  if (!options.log_file.empty()) {
    if (Status opened = running->log.open_file(options.log_file); !opened) {
      return Unexpected(opened.error());
    }
  }
  for (int i = 1; i < options.threads; ++i) {
    const Result<int> next = listen_on({options.address, running->port});
    if (!next) return Unexpected(next.error());
    running->servers.push_back(std::make_unique<Server>(running->context, *next));
  }
  for (const auto& server : running->servers) {
    running->threads.emplace_back([&server = *server] { server.run(); });
  }
  running_ = std::move(running);
  return running_->port;
}

void Aquarium::stop() {
  if (!running_) return;
  for (const auto& server : running_->servers) server->stop();
  running_->threads.clear();  // joins
  running_->servers.clear();
  running_->log.flush();
}

uint16_t Aquarium::port() const {
  FRESHET_CHECK(running_ != nullptr, "the aquarium was not started");
  return running_->port;
}
const World& Aquarium::world() const {
  FRESHET_CHECK(running_ != nullptr, "the aquarium was not started");
  return running_->world;
}
const Clock& Aquarium::virtual_clock() const {
  FRESHET_CHECK(running_ != nullptr, "the aquarium was not started");
  return running_->clock;
}
RequestLog& Aquarium::log() {
  FRESHET_CHECK(running_ != nullptr, "the aquarium was not started");
  return running_->log;
}
std::vector<LoggedRequest> Aquarium::requests(uint64_t after) const {
  FRESHET_CHECK(running_ != nullptr, "the aquarium was not started");
  return running_->log.requests(after);
}

int run_aquarium(const AquariumRun& run, const std::function<bool()>& stop, std::ostream& out,
                 std::ostream& errors) {
  Aquarium aquarium;
  const Result<uint16_t> port = aquarium.start(run.aquarium);
  if (!port) {
    errors << "starting the aquarium: " << port.error().message << '\n';
    return 1;
  }
  const World& world = aquarium.world();
  if (!run.recipe_file.empty()) {
    std::string recipe;
    write_shop_recipe(Shop(world, 0), false, recipe);
    std::ofstream file(run.recipe_file, std::ios::binary);
    if (!(file << recipe << std::flush)) {
      errors << "writing the recipe to " << run.recipe_file << ": " << std::strerror(errno) << '\n';
      return 1;
    }
  }
  const std::string address = run.aquarium.address + ":" + std::to_string(*port);
  const std::string seed = world.url(0, "/");
  const std::string truth = "http://truth." + world.options().domain +
                            (run.aquarium.port_in_urls ? ":" + std::to_string(*port) : "");
  if (run.json) {
    std::string line;
    json::Writer(line)
        .begin_object()
        .member("address", run.aquarium.address)
        .member("port", *port)
        .member("hosts", world.host_count())
        .member("seed", seed)
        .member("truth", truth)
        .end_object();
    out << line << std::endl;
  } else {
    out << "An aquarium of " << world.host_count() << " hosts listens on " << address << ".\n"
        << "First page:    curl --connect-to ::" << address << " " << seed << '\n'
        << "All hosts:     curl --connect-to ::" << address << " " << truth << "/seeds\n"
        << "Ground truth:  curl --connect-to ::" << address << " " << truth << "/world\n"
        << "Press Ctrl-C to stop it." << std::endl;
  }
  constexpr auto kPollInterval = std::chrono::milliseconds(50);
  while (!stop()) std::this_thread::sleep_for(kPollInterval);
  aquarium.stop();
  return 0;
}

}  // namespace freshet::aquarium
