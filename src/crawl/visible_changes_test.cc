// Edits the visible text of real pages: every edit must be found, also next to content that differs
// at every visit. The pages are documentation from Debian packages; the tests are skipped if these
// are not installed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "crawl/reading.h"
#include "gtest/gtest.h"
#include "text/ascii.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;
using change::DifferenceKind;

constexpr const char* kPython = "/usr/share/doc/python3.11/html";
constexpr const char* kPostgres = "/usr/share/doc/postgresql-doc-15/html";

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// Lists files of at least so many bytes, in the order of their names.
std::vector<std::string> pages_in(const char* folder, size_t least_bytes) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".html" && entry.file_size() >= least_bytes) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> pages;
  for (const fs::path& path : paths) pages.push_back(content_of(path));
  return pages;
}

// Returns the positions of visible words: in the body, outside of tags, scripts, styles, comments
// and character references.
std::vector<std::pair<size_t, size_t>> visible_words(const std::string& html) {
  std::vector<std::pair<size_t, size_t>> words;
  size_t i = html.find("<body");
  while (i < html.size()) {
    const auto skip_to = [&](std::string_view end) {
      const size_t at = html.find(end, i);
      i = at == std::string::npos ? html.size() : at + end.size();
    };
    if (html.compare(i, 4, "<!--") == 0) {
      skip_to("-->");
    } else if (html.compare(i, 7, "<script") == 0) {
      skip_to("</script>");
    } else if (html.compare(i, 6, "<style") == 0) {
      skip_to("</style>");
    } else if (html[i] == '<') {
      skip_to(">");
    } else if (html[i] == '&') {
      skip_to(";");
    } else if (text::is_alnum(html[i])) {
      const size_t begin = i;
      while (i < html.size() && text::is_alnum(html[i])) ++i;
      words.emplace_back(begin, i - begin);
    } else {
      ++i;
    }
  }
  return words;
}

// A page that is visited once a minute.
class Visited {
 public:
  Visited() {
    CrawlOptions options;
    options.run.emplace();
    reader_.emplace(options);
  }
  Reading visit(const std::string& body) {
    fetch::Reply reply;
    reply.status = 200;
    reply.headers.add("Content-Type", "text/html; charset=utf-8");
    reply.body = body;
    now_ += Duration::minutes(1);
    Reading reading =
        reader_->read(reply, {.url = kUrl, .before = before_ ? &*before_ : nullptr, .at = now_});
    before_ = Before{.at = now_,
                     .content = reading.content,
                     .simhash = reading.simhash,
                     .version = reading.version};
    return reading;
  }

 private:
  inline static const url::Url kUrl = *url::parse("http://docs.test/html/page.html");
  std::optional<Reader> reader_;
  std::optional<Before> before_;
  Instant now_ = Instant() + Duration::days(20'000);
};

// Returns noise: a clock, a counter, an advert with its own link, and a form with a token.
std::string with_noise(const std::string& html, int visit) {
  static const std::vector<std::string> kGoods = {"shoes", "kettles", "pianos", "gardens", "maps"};
  const std::string n = std::to_string(visit * 7919 % 100'000);
  const std::string noise = "<div>Served at 12:" + std::to_string(10 + visit % 50) +
                            ":07</div><div>Visitor " + n + "</div><div class=ad><a href='/ad/" + n +
                            "'>Buy " + kGoods[static_cast<size_t>(visit) % kGoods.size()] +
                            " now</a></div><form><input type=hidden name=csrf value=" + n +
                            "></form>";
  const size_t end = html.rfind("</body>");
  return end == std::string::npos ? html + noise : html.substr(0, end) + noise + html.substr(end);
}

struct Unseen {
  int edits = 0;
  int unseen = 0;
};

// Edits one random word of each of so many random pages.
Unseen edit_words(const std::vector<std::string>& pages, int edits, bool noisy, uint64_t seed) {
  std::mt19937_64 random(seed);
  Unseen result;
  while (result.edits < edits) {
    const std::string& html = pages[random() % pages.size()];
    const auto words = visible_words(html);
    if (words.size() < 10) continue;
    const auto [begin, length] = words[random() % words.size()];
    std::string edited = html;
    edited.replace(begin, length, html.substr(begin, length) == "otter" ? "heron" : "otter");
    Visited page;
    int visit = 0;
    const auto shown = [&](const std::string& text) {
      return noisy ? with_noise(text, ++visit) : text;
    };
    for (int i = 0; i < 5; ++i) {
      const Reading unchanged = page.visit(shown(html));
      if (i < 3) continue;
      EXPECT_TRUE(unchanged.same) << "noise is taken for a change";
    }
    const Reading reading = page.visit(shown(edited));
    ++result.edits;
    if (reading.same || reading.difference != DifferenceKind::kText) {
      ++result.unseen;
      ADD_FAILURE() << "unseen: " << html.substr(begin - std::min<size_t>(begin, 80), 160);
    }
  }
  return result;
}

class VisibleChanges : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    pages_ = pages_in(GetParam(), 4000);
    if (pages_.size() < 100) GTEST_SKIP() << GetParam() << " is not installed";
  }
  std::vector<std::string> pages_;
};

TEST_P(VisibleChanges, EveryEditedWordIsSeen) {
  EXPECT_EQ(edit_words(pages_, 120, false, 71).unseen, 0) << "seed 71";
}

TEST_P(VisibleChanges, EveryEditedWordIsSeenBesideNoise) {
  EXPECT_EQ(edit_words(pages_, 120, true, 72).unseen, 0) << "seed 72";
}

TEST_P(VisibleChanges, NewEntryOfAHubIsSeenAndItsLinkFound) {
  std::stable_sort(pages_.begin(), pages_.end(), [](const auto& a, const auto& b) {
    const auto links = [](const std::string& html) {
      size_t count = 0;
      for (size_t at = html.find("<a "); at != std::string::npos; at = html.find("<a ", at + 1)) {
        ++count;
      }
      return static_cast<double>(count) / static_cast<double>(html.size());
    };
    return links(a) > links(b);
  });
  int hubs = 0;
  for (const std::string& html : pages_) {
    const size_t end = html.find("</li>", html.size() / 3);
    const size_t row = html.find("</dt>", html.size() / 3);
    const size_t at = std::min(end, row);
    if (at == std::string::npos || hubs == 16) continue;
    ++hubs;
    std::string more = html;
    more.insert(at + 5, at == end ? "<li><a href=brand-new.html>brand new</a></li>"
                                  : "<dt><a href=brand-new.html>brand new</a></dt>");
    Visited page;
    page.visit(html);
    page.visit(html);
    const Reading reading = page.visit(more);
    EXPECT_FALSE(reading.same);
    EXPECT_FALSE(reading.same_links);
    bool found = false;
    for (size_t i = 0; i < reading.candidates.size(); ++i) {
      found |= reading.candidates[i].url == "http://docs.test/html/brand-new.html";
    }
    EXPECT_TRUE(found);
  }
  EXPECT_EQ(hubs, 16);
}

TEST_P(VisibleChanges, LinkThatLeadsElsewhereIsSeen) {
  std::mt19937_64 random(73);
  int edits = 0;
  while (edits < 60) {
    const std::string& html = pages_[random() % pages_.size()];
    const size_t link = html.find("href=\"", html.find("<body") + random() % (html.size() / 2));
    const bool in_anchor = link != std::string::npos &&
                           html.compare(html.rfind('<', link), 3, "<a ") == 0 &&
                           html[link + 6] != '#' && html.compare(link + 6, 4, "http") != 0;
    if (!in_anchor) continue;
    ++edits;
    std::string edited = html;
    edited.insert(link + 6, "moved/");
    Visited page;
    page.visit(html);
    const Reading reading = page.visit(edited);
    EXPECT_EQ(reading.difference, DifferenceKind::kLinks) << html.substr(link, 60);
    EXPECT_FALSE(reading.same);
  }
}

INSTANTIATE_TEST_SUITE_P(Debian, VisibleChanges, testing::Values(kPython, kPostgres),
                         [](const auto& param) {
                           return param.param == kPython ? "PythonDoc" : "PostgresqlDoc";
                         });

}  // namespace
}  // namespace freshet::crawl
