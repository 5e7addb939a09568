#include "search/catalogue_of_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <unordered_set>

#include "words/segmenter.h"

namespace freshet::bench {
namespace {

constexpr int kKoreanInTen = 3;
constexpr const char* kSyllables[] = {"가", "나", "다", "라", "마", "바", "사", "아", "자", "하",
                                      "고", "노", "도", "로", "모", "보", "소", "오", "조", "호",
                                      "구", "누", "두", "루", "무", "부", "수", "우", "주", "후",
                                      "한", "국", "전", "대", "정", "인", "상", "경", "연", "장"};
constexpr const char* kParticles[] = {"은", "는", "이", "가", "을", "를", "의", "에", "에서", "로"};
constexpr int64_t kSites = 50;
constexpr int64_t kNow = 1'793'491'200;

void check(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  std::exit(1);
}

}  // namespace

Vocabulary::Vocabulary(size_t words) {
  std::mt19937_64 random(1);
  const auto one_of = [&](const auto& from) { return from[random() % std::size(from)]; };
  std::unordered_set<std::string> seen;
  double sum = 0;
  while (words_.size() < words) {
    std::string word;
    const bool korean = static_cast<int>(words_.size() % 10) < kKoreanInTen;
    const size_t syllables = korean ? 2 + random() % 2 : 1 + random() % 4;
    for (size_t i = 0; i < syllables; ++i) {
      if (korean) {
        word += one_of(kSyllables);
      } else {
        word += one_of("bcdfghklmnprstvz");
        word += one_of("aeiou");
      }
    }
    std::erase(word, '\0');
    if (!seen.insert(word).second) continue;
    words_.push_back(std::move(word));
    sum += 1 / (static_cast<double>(words_.size()) + 1.7);
    up_to_.push_back(sum);
  }
}

const std::string& Vocabulary::draw(double random) const {
  const auto place = std::upper_bound(up_to_.begin(), up_to_.end(), random * up_to_.back());
  return words_[std::min(static_cast<size_t>(place - up_to_.begin()), words_.size() - 1)];
}

void make_catalogue(catalog::Writer& writer, int64_t pages, const Vocabulary& vocabulary) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> even(0, 1);
  std::lognormal_distribution<double> length(5.5, 0.8);
  const auto text = [&](size_t words) {
    std::string out;
    for (size_t i = 0; i < words; ++i) {
      const std::string& word = vocabulary.draw(even(random));
      out += word;
      const bool korean = static_cast<unsigned char>(word[0]) >= 0x80;
      if (korean && random() % 2 == 0) out += kParticles[random() % std::size(kParticles)];
      out += ' ';
    }
    return out;
  };
  words::Segmenter segmenter;
  if (const auto begun = writer.begin({.collection = "bench"}); !begun)
    check(Unexpected(begun.error()));
  check(writer.put(catalog::Community{.id = 1, .name = "test"}));
  check(writer.put(catalog::Domain{.id = 1, .community = 1, .name = "example.com"}));
  for (int64_t i = 1; i <= kSites; ++i) {
    check(writer.put(catalog::Site{.id = i,
                                   .domain = 1,
                                   .community = 1,
                                   .url = "https://s" + std::to_string(i) + ".example.com"}));
  }
  for (int64_t i = 1; i <= pages; ++i) {
    const int64_t site = 1 + i % kSites;
    catalog::Page page{
        .id = i,
        .site = site,
        .url = "https://s" + std::to_string(site) + ".example.com/" + std::to_string(i),
        .result = "new",
        .http_status = 200,
        .title = text(6),
        .description = text(15),
        .language = i % 4 == 0 ? "ko" : "en",
        .media_type = "text/html",
        .text = text(static_cast<size_t>(std::clamp(length(random), 20.0, 5e3))),
        .first_seen = Instant::from_unix_seconds(kNow - i * 100),
        .last_visit = Instant::from_unix_seconds(kNow),
        .last_verified = Instant::from_unix_seconds(kNow),
        .last_change = Instant::from_unix_seconds(kNow - i * 100),
        .modified = Instant::from_unix_seconds(kNow - i * 100),
        .modified_from = "observed",
        .rank = std::pow(1 - even(random), -0.8) / 5,
        .belief_a = 1,
        .belief_b = 10};
    catalog::Words words = catalog::words_of(page, segmenter);
    check(writer.put(
        catalog::Entry{.page = std::move(page), .words = std::move(words), .stamp = {}}));
  }
  check(writer.finish(
      {.converted_at = Instant::from_unix_seconds(kNow), .pages = static_cast<uint64_t>(pages)}));
}

}  // namespace freshet::bench
