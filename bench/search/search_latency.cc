// search_latency [FILE|DSN] [PAGES] [QUERIES]
// Measures how long a search takes, by kind of query, in a catalogue of generated pages (which is
// made if there is none). Prints a line for each kind: p50 and p99 in milliseconds, the same of CPU
// time, and the matches of the median query.
#include <time.h>

#include <algorithm>
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
  // Returns a random word of the n-th to the m-th most common words.
  const auto among = [&v](Random& random, size_t from, size_t to, bool korean) {
    while (true) {
      const std::string& word = v.word(from + random() % (to - from));
      if ((static_cast<unsigned char>(word[0]) >= 0x80) == korean) return word;
    }
  };
  const auto common = [=](Random& random) { return among(random, 0, 15, false); };
  const auto common_korean = [=](Random& random) { return among(random, 0, 15, true); };
  const auto drawn = [&v](Random& random) {
    return v.draw(std::uniform_real_distribution<double>(0, 1)(random));
  };
  return {
      {"one common word", common},
      {"two", [=](Random& r) { return common(r) + " " + common(r); }},
      {"four",
       [=](Random& r) { return common(r) + " " + common(r) + " " + common(r) + " " + common(r); }},
      {"a phrase of two", [=](Random& r) { return "\"" + common(r) + " " + common(r) + "\""; }},
      {"one but not another", [=](Random& r) { return common(r) + " -" + common(r); }},
      {"one, of a site", [=](Random& r) { return common(r) + " site:s7.example.com"; }},
      {"one, of a language", [=](Random& r) { return common(r) + " lang:ko"; }},
      {"one, since a date", [=](Random& r) { return common(r) + " after:2026-10"; }},
      {"one common Korean word", common_korean},
      {"two Korean words", [=](Random& r) { return common_korean(r) + " " + common_korean(r); }},
      {"a rare word", [=, &v](Random& r) { return among(r, 1'000, v.size(), false); }},
      {"a rare Korean word", [=, &v](Random& r) { return among(r, 1'000, v.size(), true); }},
      {"a mistyped word",
       [=](Random& r) {
         std::string word = among(r, 0, 2'000, false);
         return word + word.substr(word.size() > 3 ? word.size() - 3 : 0);
       }},
      {"one to three as texts have them",
       [=](Random& r) {
         std::string query = drawn(r);
         for (size_t i = r() % 3; i > 0; --i) query += " " + drawn(r);
         return query;
       }},
  };
}

using Times = std::vector<double>;

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// Returns the value that this share of the values does not exceed.
double share(Times& times, double of) {
  std::sort(times.begin(), times.end());
  return times[static_cast<size_t>(of * static_cast<double>(times.size() - 1))];
}

// "host=... dbname=..." names a PostgreSQL database.
int run(const std::string& place, int64_t pages, int queries) {
  const bool postgres = place.find('=') != std::string::npos;
  const auto open = postgres ? search::open_postgres : search::open_sqlite;
  const Vocabulary vocabulary(60'000);
  auto index = open(place);
  if (!index) {
    const auto writer =
        postgres ? catalog::make_postgres_writer(place) : catalog::make_sqlite_writer(place);
    make_catalogue(*writer, pages, vocabulary);
    index = open(place);
  }
  if (!index) {
    std::fprintf(stderr, "%s\n", index.error().message.c_str());
    return 1;
  }
  words::Segmenter segmenter;
  std::printf("%-34s %8s %8s %8s %8s %9s\n", "", "p50", "p99", "p50 CPU", "p99 CPU", "matches");
  for (const Kind& kind : kinds_of(vocabulary)) {
    Random random(3);
    Times passed;
    Times worked;
    Times matches;
    for (int i = 0; i < queries; ++i) {
      const std::string query = kind.query(random);
      const double start = milliseconds(CLOCK_MONOTONIC);
      const double cpu_start = milliseconds(CLOCK_THREAD_CPUTIME_ID);
      const auto found = search::search(**index, segmenter, query,
                                        {.now = Instant::from_unix_seconds(1'793'500'000)});
      passed.push_back(milliseconds(CLOCK_MONOTONIC) - start);
      worked.push_back(milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu_start);
      if (!found) {
        std::fprintf(stderr, "%s: %s\n", query.c_str(), found.error().message.c_str());
        return 1;
      }
      matches.push_back(static_cast<double>(found->total));
    }
    std::printf("%-34s %8.1f %8.1f %8.1f %8.1f %9.0f\n", kind.name, share(passed, 0.5),
                share(passed, 0.99), share(worked, 0.5), share(worked, 0.99), share(matches, 0.5));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  const std::string place = argc > 1 ? argv[1] : "search-bench.db";
  const int64_t pages = argc > 2 ? std::atoll(argv[2]) : 100'000;
  const int queries = argc > 3 ? std::atoi(argv[3]) : 200;
  return freshet::bench::run(place, pages, queries);
}
