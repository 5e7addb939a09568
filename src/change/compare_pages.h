#pragma once

#include <functional>
#include <string>
#include <vector>

#include "change/compare.h"
#include "digest/fingerprint.h"

// Pages for tests of compare(): texts, and a page that is visited again and again.
namespace freshet::change {

inline constexpr Duration kMinute = Duration::minutes(1);
inline constexpr Duration kDay = Duration::days(1);

// What a visit finds: a text. "[target]" ends a line and stands for its links.
class Seen {
 public:
  explicit Seen(std::string text, uint64_t metadata = 1)
      : text_(std::move(text)), metadata_(metadata), lines_(lines_of(text_)) {
    for (Line& line : lines_) {
      const size_t at = line.text.find('[');
      if (at == std::string_view::npos) continue;
      line.links = digest::fingerprint(line.text.substr(at)).value;
      line.text = line.text.substr(0, at);
    }
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  ~Seen() = default;

  Fetched fetched() const {
    return {.body = digest::sha256(text_ + std::to_string(metadata_)),

            .metadata = metadata_,
            .lines = lines_};
  }

 private:
  const std::string text_;
  const uint64_t metadata_;
  std::vector<Line> lines_;
};

// A page that is visited again and again.
class Page {
 public:
  explicit Page(const std::string& text, CompareRule rule = {})
      : rule_(rule), version_(version_of(Seen(text).fetched())) {}

  // Sets the time between visits from now on.
  Page& every(Duration gap) {
    gap_ = gap;
    return *this;
  }
  Comparison visit(const std::string& text, uint64_t metadata = 1) {
    Comparison comparison = compare(version_, Seen(text, metadata).fetched(), gap_, mask_, rule_);
    version_ = comparison.now;
    // Both are encoded and decoded as in the store.
    version_.sketch = Sketch::decode(version_.sketch.encode()).value();
    mask_ = VolatileMask::decode(mask_.encode()).value();
    return comparison;
  }
  // Visits the page with text(from) to text(to - 1) and returns how many visits found a change.
  int changes(int from, int to, const std::function<std::string(int)>& text) {
    int changed = 0;
    for (int i = from; i < to; ++i) changed += visit(text(i)).same ? 0 : 1;
    return changed;
  }
  const VolatileMask& mask() const { return mask_; }
  const Version& version() const { return version_; }

 private:
  CompareRule rule_;
  Duration gap_ = kMinute;
  Version version_;
  VolatileMask mask_;
};

// An article with a title and ten paragraphs.
inline std::string article(const std::string& third = "The council met on the third day.") {
  std::string text = "How the river was moved\n";
  const std::vector<std::string> lines = {"For a century the river ran where it liked.",
                                          "Then came the railway, and with it the engineers.",
                                          third,
                                          "Nobody asked the fishermen, who knew the banks best.",
                                          "Maps of the old bed are kept in the town hall.",
                                          "A plan was drawn, and drawn again, and forgotten.",
                                          "Winter floods took the lower bridge twice.",
                                          "What was left of the meadows became gardens.",
                                          "Today the water is quiet and shallow.",
                                          "Children build dams in it, as children do."};
  for (const auto& line : lines) text += line + "\n";
  return text;
}

inline std::string two_digits(int n) {
  return {static_cast<char>('0' + n / 10 % 10), static_cast<char>('0' + n % 10)};
}

inline std::string clock_at(int i) {
  return two_digits(i * 7 % 24) + ":" + two_digits(i * 13 % 60) + ":" + two_digits(i * 31 % 60);
}

inline std::string word(int i) {
  static const std::vector<std::string> kWords = {"shoes", "mortgage",  "holiday", "kettle",
                                                  "piano", "insurance", "garden",  "bicycle"};
  return kWords[static_cast<size_t>(i) % kWords.size()];
}

// A name for the number. It repeats after 676 numbers.
inline std::string name(int i) {
  return {static_cast<char>('a' + i / 26 % 26), static_cast<char>('a' + i % 26), 'o'};
}

}  // namespace freshet::change
