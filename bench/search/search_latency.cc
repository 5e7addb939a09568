// search_latency [FILE] [PAGES] [QUERIES]
// How long a search takes, by kind of query, in a catalogue of generated pages (made if the file is
// not there). Prints a line a kind: queries, p50, p99 and the longest in milliseconds, matches of
// the median query.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "search/catalogue_of_words.h"
#include "search/search.h"

namespace freshet::bench {
namespace {

using Random = std::mt19937_64;

struct Kind {
  const char* name;
  std::function<std::string(Random&)> query;
};

std::vector<Kind> kinds_of(const Vocabulary& v) {
  // A word among the n-th most common, from and to.
  const auto among = [&v](Random& random, size_t from, size_t to) {
    return v.word(from + random() % (to - from));
  };
  const auto drawn = [&v](Random& random) {
    return v.draw(std::uniform_real_distribution<double>(0, 1)(random));
  };
  return {
      {"one of the ten most common", [=](Random& r) { return among(r, 0, 10); }},
      {"two of the ten most common",
       [=](Random& r) { return among(r, 0, 10) + " " + among(r, 0, 10); }},
      {"four of the fifty most common",
       [=](Random& r) {
         return among(r, 0, 50) + " " + among(r, 0, 50) + " " + among(r, 0, 50) + " " +
                among(r, 0, 50);
       }},
      {"a common phrase",
       [=](Random& r) { return "\"" + among(r, 0, 10) + " " + among(r, 0, 10) + "\""; }},
      {"common but not common",
       [=](Random& r) { return among(r, 0, 10) + " -" + among(r, 10, 40); }},
      {"common, of a site", [=](Random& r) { return among(r, 0, 10) + " site:s7.example.com"; }},
      {"common, of a language", [=](Random& r) { return among(r, 0, 10) + " lang:ko"; }},
      {"common, since a date", [=](Random& r) { return among(r, 0, 10) + " after:2026-10"; }},
      {"a rare word", [=, &v](Random& r) { return among(r, 1'000, v.size()); }},
      {"a mistyped word",
       [=](Random& r) {
         std::string word = among(r, 0, 2'000);
         return word + word.substr(word.size() > 3 ? word.size() - 3 : 0);
       }},
      {"as a text has them, one to three",
       [=](Random& r) {
         std::string query = drawn(r);
         for (size_t i = r() % 3; i > 0; --i) query += " " + drawn(r);
         return query;
       }},
  };
}

int run(const std::string& file, int64_t pages, int queries) {
  const Vocabulary vocabulary(60'000);
  make_catalogue(file, pages, vocabulary);
  const auto index = search::open_sqlite(file);
  if (!index) {
    std::fprintf(stderr, "%s\n", index.error().message.c_str());
    return 1;
  }
  words::Segmenter segmenter;
  std::printf("%-34s %8s %8s %8s %8s %9s\n", "", "queries", "p50 ms", "p99 ms", "most ms",
              "matches");
  for (const Kind& kind : kinds_of(vocabulary)) {
    Random random(3);
    std::vector<double> times;
    std::vector<uint64_t> totals;
    for (int i = 0; i < queries; ++i) {
      const std::string query = kind.query(random);
      const auto start = std::chrono::steady_clock::now();
      const auto found = search::search(**index, segmenter, query,
                                        {.now = Instant::from_unix_seconds(1'793'500'000)});
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      if (!found) {
        std::fprintf(stderr, "%s: %s\n", query.c_str(), found.error().message.c_str());
        return 1;
      }
      times.push_back(took.count());
      totals.push_back(found->total);
    }
    std::sort(times.begin(), times.end());
    std::sort(totals.begin(), totals.end());
    const size_t count = times.size();
    std::printf("%-34s %8zu %8.1f %8.1f %8.1f %9llu\n", kind.name, count, times[count / 2],
                times[count * 99 / 100], times.back(),
                static_cast<unsigned long long>(totals[count / 2]));
  }
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "search-bench.db";
  const int64_t pages = argc > 2 ? std::atoll(argv[2]) : 100'000;
  const int queries = argc > 3 ? std::atoi(argv[3]) : 200;
  return freshet::bench::run(file, pages, queries);
}
