// Measures the cost of a request: processor time of the fetching thread only, with a server on
// loopback that keeps its connections open. BM_BareCurl measures libcurl alone, for comparison.
#include <arpa/inet.h>
#include <benchmark/benchmark.h>
#include <curl/curl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ctime>
#include <string>
#include <thread>

#include "fetch/fetcher.h"

namespace freshet::fetch {
namespace {

double thread_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Answers every read that ends a request head with the same page.
class PageServer {
 public:
  explicit PageServer(size_t body_bytes) {
    reply_ =
        "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: text/html; charset=utf-8\r\nETag: \"0123456789abcdef\"\r\n"
        "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nCache-Control: max-age=3600\r\n"
        "Vary: Accept-Encoding\r\nContent-Length: " +
        std::to_string(body_bytes) + "\r\n\r\n" + std::string(body_bytes, 'x');
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listener_, 1024) != 0) {
      std::abort();
    }
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
  }
  ~PageServer() {
    thread_.request_stop();
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  uint16_t port() const { return port_; }

 private:
  void serve(const std::stop_token& stop) {
    const int poll = epoll_create1(0);
    watch(poll, listener_);
    epoll_event events[256];
    while (!stop.stop_requested()) {
      const int count = epoll_wait(poll, events, 256, 100);
      for (int i = 0; i < count; ++i) answer(poll, events[i].data.fd);
    }
    close(poll);
  }
  static void watch(int poll, int fd) {
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = fd;
    epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
  }
  void answer(int poll, int fd) {
    if (fd == listener_) {
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      const int on = 1;
      setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      return watch(poll, client);
    }
    char buffer[4096];
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n <= 0) {
      close(fd);
      return;
    }
    if (std::string_view(buffer, static_cast<size_t>(n)).ends_with("\r\n\r\n")) {
      for (size_t sent = 0; sent < reply_.size();) {
        const ssize_t more = send(fd, reply_.data() + sent, reply_.size() - sent, MSG_NOSIGNAL);
        if (more <= 0) return;
        sent += static_cast<size_t>(more);
      }
    }
  }

  std::string reply_;
  int listener_;
  uint16_t port_ = 0;
  std::jthread thread_;
};

constexpr int kAtOnce = 64;

void report(benchmark::State& state, double seconds) {
  state.counters["cpu_us_per_request"] = seconds * 1e6 / static_cast<double>(state.iterations());
}

void BM_Fetch(benchmark::State& state) {
  PageServer server(static_cast<size_t>(state.range(0)));
  eventloop::Loop loop;
  FetchOptions options;
  options.user_agent = "freshet/0.1 (+https://example.org/bot)";
  options.host_map = {{"*", "127.0.0.1:" + std::to_string(server.port())}};
  const auto fetcher = make_curl_fetcher(loop, options);
  std::vector<url::Url> urls;
  for (int i = 0; i < kAtOnce; ++i) {
    urls.push_back(*url::parse("http://www" + std::to_string(i) + ".example/articles/a.html"));
  }

  int64_t left = 0;
  int under_way = 0;
  std::function<void(size_t)> next = [&](size_t which) {
    if (left == 0) return;
    --left;
    ++under_way;
    fetcher->fetch({.url = urls[which], .headers = {{"If-None-Match", "\"0123456789\""}}},
                   [&, which](const Outcome& outcome) {
                     if (!std::holds_alternative<Reply>(outcome)) std::abort();
                     --under_way;
                     next(which);
                     if (under_way == 0) loop.stop();
                   });
  };
  const auto run = [&](int64_t requests) {
    left = requests;
    for (size_t i = 0; i < kAtOnce; ++i) next(i);
    loop.run();
  };
  run(kAtOnce * 4);  // creates connections and handles
  double seconds = 0;
  while (state.KeepRunningBatch(10'000)) {
    const double start = thread_seconds();
    run(10'000);
    seconds += thread_seconds() - start;
  }
  report(state, seconds);
}
BENCHMARK(BM_Fetch)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

size_t swallow(char* bytes, size_t, size_t count, void* to) {
  static_cast<std::string*>(to)->append(bytes, count);
  return count;
}

// The least cost of libcurl: handles are never changed, and curl_multi_poll waits.
void BM_BareCurl(benchmark::State& state) {
  PageServer server(static_cast<size_t>(state.range(0)));
  CURLM* multi = curl_multi_init();
  std::vector<CURL*> handles;
  std::vector<std::string> bodies(kAtOnce);
  for (size_t i = 0; i < kAtOnce; ++i) {
    CURL* easy = curl_easy_init();
    const std::string url =
        "http://127.0.0.1:" + std::to_string(server.port()) + "/" + std::to_string(i);
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &swallow);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &bodies[i]);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &bodies[i]);
    curl_multi_add_handle(multi, easy);
    handles.push_back(easy);
  }
  double seconds = 0;
  while (state.KeepRunningBatch(10'000)) {
    const double start = thread_seconds();
    for (int done = 0; done < 10'000;) {
      int running = 0;
      curl_multi_perform(multi, &running);
      int left = 0;
      while (CURLMsg* message = curl_multi_info_read(multi, &left)) {
        CURL* easy = message->easy_handle;
        std::string* body = nullptr;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, &body);
        body->clear();
        curl_multi_remove_handle(multi, easy);
        curl_multi_add_handle(multi, easy);
        ++done;
      }
      curl_multi_poll(multi, nullptr, 0, 100, nullptr);
    }
    seconds += thread_seconds() - start;
  }
  report(state, seconds);
  for (CURL* easy : handles) {
    curl_multi_remove_handle(multi, easy);
    curl_easy_cleanup(easy);
  }
  curl_multi_cleanup(multi);
}
BENCHMARK(BM_BareCurl)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace freshet::fetch

int main(int argc, char** argv) {
  // Otherwise glibc returns the memory of every large body to the system, and the page faults
  // afterwards cost more than the request.
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
