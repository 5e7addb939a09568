#include "search/sample_collection.h"

#include <array>
#include <random>

#include "gtest/gtest.h"
#include "words/segmenter.h"

namespace freshet::test {
namespace {

// All pages were last verified on 2026-11-01; page n was first seen n days before.
constexpr int64_t kVerified = 1'793'491'200;
constexpr int64_t kDay = 86'400;

constexpr std::array<std::string_view, 6> kFirst = {"Alden", "Bram", "Corin",
                                                    "Dun",   "Elst", "Fern"};
constexpr std::array<std::string_view, 5> kSecond = {"bury", "ford", "holm", "wick", "mouth"};
constexpr std::array<std::string_view, 6> kRivers = {"Sard", "Tolve", "Umber",
                                                     "Vint", "Wend",  "Yarrow"};
constexpr std::array<std::string_view, 5> kFoods = {"plum dumplings", "smoked eel", "rye bread",
                                                    "goat cheese", "honey cake"};
constexpr std::array<std::string_view, 6> kMayors = {"Ada Lindqvist", "Boris Kern", "Chloe Marsh",
                                                     "David Okafor",  "Elena Ruiz", "Farid Nasser"};

}  // namespace

int64_t SampleCollection::site(std::string_view host) {
  const std::string url = "https://" + std::string(host);
  for (const catalog::Site& known : sites_) {
    if (known.url == url) return known.id;
  }
  const auto id = static_cast<int64_t>(sites_.size()) + 1;
  sites_.push_back({.id = id, .domain = 1, .community = 1, .url = url});
  return id;
}

catalog::Page& SampleCollection::add(std::string_view url, std::string_view title,
                                     std::string_view text) {
  const auto id = static_cast<int64_t>(pages_.size()) + 1;
  const std::string_view rest = url.substr(url.find("://") + 3);
  const Instant verified = Instant::from_unix_seconds(kVerified);
  pages_.push_back({.id = id,
                    .site = site(rest.substr(0, rest.find('/'))),
                    .url = std::string(url),
                    .result = "new",
                    .http_status = 200,
                    .title = std::string(title),
                    .language = "en",
                    .media_type = "text/html",
                    .text = std::string(text),
                    .size = text.size(),
                    .first_seen = verified - Duration::seconds(kDay * id),
                    .last_visit = verified,
                    .last_verified = verified,
                    .last_change = verified - Duration::seconds(kDay * id),
                    .modified = verified - Duration::seconds(kDay * id),
                    .modified_from = "observed",
                    .rank = 1,
                    .belief_a = 1,
                    .belief_b = 10});
  return pages_.back();
}

void SampleCollection::add(catalog::Page page) {
  page.id = static_cast<int64_t>(pages_.size()) + 1;
  const std::string_view rest = std::string_view(page.url).substr(page.url.find("://") + 3);
  page.site = site(rest.substr(0, rest.find('/')));
  pages_.push_back(std::move(page));
}

void SampleCollection::write(catalog::Writer& writer) const {
  words::Segmenter segmenter;
  ASSERT_TRUE(writer.begin({.collection = "sample"}));
  ASSERT_TRUE(writer.put(catalog::Community{.id = 1, .name = "test"}));
  ASSERT_TRUE(writer.put(catalog::Domain{.id = 1, .community = 1, .name = "test"}));
  for (const catalog::Site& each : sites_) ASSERT_TRUE(writer.put(each));
  for (const catalog::Page& page : pages_) {
    ASSERT_TRUE(writer.put(
        catalog::Entry{.page = page, .words = catalog::words_of(page, segmenter), .stamp = {}}));
  }
  const Status finished = writer.finish(
      {.converted_at = Instant::from_unix_seconds(kVerified), .pages = pages_.size()});
  ASSERT_TRUE(finished) << finished.error().message;
}

LabelledTowns make_towns() {
  LabelledTowns towns;
  std::string all_towns;
  size_t number = 0;
  for (const std::string_view first : kFirst) {
    for (const std::string_view second : kSecond) {
      const std::string town = std::string(first) + std::string(second);
      const std::string river(kRivers[number % kRivers.size()]);
      const std::string food(kFoods[(number / 2) % kFoods.size()]);
      const std::string mayor(kMayors[(number / 3) % kMayors.size()]);
      const std::string year = std::to_string(1200 + number * 7);
      const std::string base = "https://towns.test/" + town;
      towns.collection.add(
          base, town,
          town + " is a town on the river " + river + ". It was founded in " + year +
              ". Its markets are known for " + food +
              ". The river, the bridge and the old mill bring visitors every summer.");
      towns.collection.add(base + "/mayor", "The mayor of " + town,
                           mayor + " has been mayor of " + town +
                               " since the last election. The council meets on Mondays.");
      towns.collection.add("https://weather.test/" + town, "Weather in " + town,
                           "Rain and sun for " + town + " and the valley of the " + river +
                               ", hour by hour, and the level of the river at the bridge.");
      towns.labels.push_back({town, base});
      towns.labels.push_back({"mayor of " + town, base + "/mayor"});
      towns.labels.push_back({town + " weather", "https://weather.test/" + town});
      towns.labels.push_back({"\"founded in " + year + "\"", base});
      towns.labels.push_back({town + " " + food, base});
      towns.labels.push_back({mayor + " " + town, base + "/mayor"});
      towns.labels.push_back({town + " -mayor -weather", base});
      all_towns += town + " has a mayor, a river, a bridge and weather. ";
      ++number;
    }
  }
  // Long pages that have every word but answer no query.
  for (int i = 0; i < 10; ++i) {
    towns.collection.add("https://lists.test/" + std::to_string(i),
                         "List of towns, part " + std::to_string(i),
                         all_towns + "Was founded in some year. " + all_towns);
  }
  return towns;
}

SampleCollection make_few_words(size_t others, std::string_view title) {
  constexpr std::array<std::string_view, 8> kWords = {"old",  "bridge", "river", "mill",
                                                      "town", "stone",  "boat",  "summer"};
  std::mt19937 random(1);
  const auto text = [&] {
    std::string out;
    for (size_t words = 200 + random() % 200; words > 0; --words) {
      out.append(kWords[random() % kWords.size()]).push_back(' ');
    }
    return out;
  };
  SampleCollection collection;
  const auto add = [&](std::string_view titled) {
    const std::string number = std::to_string(collection.pages().size() + 1);
    collection.add("https://few.test/" + number, titled, text());
  };
  for (size_t i = 0; i < others; ++i) add(std::string(title) + " " + std::to_string(i));
  for (const char* last :
       {"Bridge, old", "The old bridge", "Old bridge and mill", "Old bridge", "Mill"}) {
    add(last);
  }
  return collection;
}

}  // namespace freshet::test
