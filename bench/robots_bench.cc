// Measures robots.txt: parsing in bytes per second, and look-ups per second.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "robots/robots.h"

namespace {

using freshet::robots::AgentRules;
using freshet::robots::parse_robots;

// Returns a robots.txt with three agents. Each has plain rules and rules with wildcards, with about
// 30 bytes in a line.
std::string file_of(size_t bytes) {
  std::string body;
  int n = 0;
  while (body.size() < bytes) {
    if (n % 24 == 0) {
      static constexpr const char* kAgents[] = {"*", "Googlebot", "bingbot"};
      body += "\n# section " + std::to_string(n) + "\nUser-agent: " + kAgents[n / 24 % 3] + "\n";
    }
    const std::string number = std::to_string(n);
    switch (n % 8) {
      case 0: body += "Disallow: /*?session" + number + "=\n"; break;
      case 1: body += "Disallow: /shop/*/cart" + number + "\n"; break;
      case 2: body += "Disallow: /download/" + number + "*.pdf$\n"; break;
      case 3: body += "Allow: /wp-admin/admin-ajax" + number + ".php\n"; break;
      default: body += "Disallow: /section" + number + "/private/\n";
    }
    ++n;
  }
  return body + "Sitemap: https://www.example.com/sitemap.xml\n";
}

void BM_Parse(benchmark::State& state) {
  const std::string body = file_of(static_cast<size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(parse_robots(body));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * body.size()));
}
BENCHMARK(BM_Parse)->Arg(2'000)->Arg(500'000);

void BM_ForAgent(benchmark::State& state) {
  const auto rules = parse_robots(file_of(static_cast<size_t>(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(rules.for_agent("freshet"));
}
BENCHMARK(BM_ForAgent)->Arg(2'000)->Arg(500'000);

void BM_Ask(benchmark::State& state) {
  const AgentRules rules =
      parse_robots(file_of(static_cast<size_t>(state.range(0)))).for_agent("freshet");
  const std::vector<std::string> targets = {
      "/",
      "/section4/private/page.html",
      "/shop/shoes/red/42?size=9&colour=red",
      "/download/2/manual.pdf",
      "/news/2026/11/15/a-rather-long-headline-in-the-path.html",
      "/section77/public/",
      "/%ED%95%9C%EA%B5%AD/index.html"};
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rules.check(targets[next]));
    next = next + 1 == targets.size() ? 0 : next + 1;
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(BM_Ask)->Arg(2'000)->Arg(500'000);

// As many rules as a file may have, each of which is compared with most of a long target.
void BM_AskCostlyRules(benchmark::State& state) {
  std::string body = "User-agent: *\n";
  for (int64_t n = 0; n < state.range(0); ++n) {
    body += "Disallow: /*aaaab" + std::to_string(n) + "\n";
  }
  const AgentRules rules = parse_robots(body, {.max_bytes = 4 << 20}).for_agent("freshet");
  const std::string target = "/" + std::string(2'000, 'a');
  for (auto _ : state) benchmark::DoNotOptimize(rules.check(target));
}
BENCHMARK(BM_AskCostlyRules)->Arg(27)->Arg(270)->Arg(27'000)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
