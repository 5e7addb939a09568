#include "search/documentation.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "convert/repeated_lines.h"
#include "digest/fingerprint.h"
#include "gtest/gtest.h"
#include "parse/page.h"
#include "rank/pagerank.h"

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

struct Package {
  const char* name;
  const char* debian_name;
  const char* folder;
};
constexpr Package kPackages[] = {
    {"python", "python3.11-doc", "/usr/share/doc/python3.11/html"},
    {"postgresql", "postgresql-doc-15", "/usr/share/doc/postgresql-doc-15/html"},
    {"django", "python-django-doc", "/usr/share/doc/python-django-doc/html"},
    {"sqlite", "sqlite3-doc", "/usr/share/doc/sqlite3"},
    {"faq", "debian-faq", "/usr/share/doc/debian/FAQ"},
    {"handbook", "debian-handbook", "/usr/share/doc/debian-handbook/html/en-US"},
    {"gimp", "gimp-help-en", "/usr/share/gimp/2.0/help/en"},
    {"reference", "debian-reference-en", "/usr/share/debian-reference"},
    {"guide", "maint-guide", "/usr/share/doc/maint-guide/html"},
};

constexpr size_t kSampledPages = 64;

std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

// The English pages in a folder. Symbolic links are other names of the same pages, so they are
// skipped.
std::vector<fs::path> pages_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_page = entry.is_regular_file() && !entry.is_symlink() && name.ends_with(".html");
    if (is_page && !name.ends_with(".ja.html")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string url_of(std::string_view package, std::string_view path) {
  return "http://" + std::string(package) + ".test/" + std::string(path);
}

struct PackagePage {
  std::string url;
  parse::ParsedPage page;
};

std::vector<PackagePage> read_package(const Package& package) {
  std::vector<PackagePage> pages;
  for (const fs::path& file : pages_of(package.folder)) {
    std::string url = url_of(package.name, fs::relative(file, package.folder).string());
    const auto base = url::parse(url);
    if (!base) continue;
    parse::ParsedPage page =
        parse::parse_page(contents_of(file), {.url = *base, .transport = std::nullopt});
    pages.push_back({std::move(url), std::move(page)});
  }
  return pages;
}

// Learned from the pages with the smallest fingerprints, as a conversion does.
std::optional<convert::RepeatedLines> repeated_on(const std::vector<PackagePage>& pages) {
  std::vector<std::pair<uint64_t, const PackagePage*>> sample;
  for (const PackagePage& page : pages)
    sample.emplace_back(digest::fingerprint(page.url).value, &page);
  std::sort(sample.begin(), sample.end());
  sample.resize(std::min(sample.size(), kSampledPages));
  convert::LineCounter counter;
  for (const auto& [key, page] : sample) {
    counter.add(convert::line_fingerprints(page->page.text, page->page.title.value_or("")));
  }
  return counter.repeated();
}

void add_pages(std::vector<PackagePage> pages, SampleCollection& collection) {
  const auto repeated = repeated_on(pages);
  for (PackagePage& package_page : pages) {
    convert::VisibleText visible{.text = std::move(package_page.page.text)};
    for (const parse::TextLine& line : package_page.page.lines) {
      visible.shapes.push_back({.is_main = line.is_main, .is_link = line.is_link});
    }
    const std::string title = package_page.page.title.value_or("");
    convert::SplitText split = convert::split_text(visible, title, repeated ? &*repeated : nullptr);
    catalog::Page& row = collection.add(package_page.url, title, split.content);
    row.boilerplate = std::move(split.boilerplate);
    row.link_share = split.link_share;
    row.description = std::move(package_page.page.description);
    row.language = std::move(package_page.page.language);
    row.rank = 0;
  }
}

// PageRank, scaled so that the mean is 1.
std::vector<double> ranks_of(const std::vector<std::pair<uint32_t, uint32_t>>& links,
                             uint32_t pages) {
  rank::GraphBuilder builder;
  for (const auto& [source, target] : links) builder.add(source, target);
  std::vector<double> ranks = rank::pagerank(std::move(builder).build(pages), {}).rank;
  for (double& rank : ranks) rank *= pages;
  return ranks;
}

}  // namespace

Documentation read_documentation() {
  Documentation documentation;
  for (const Package& package : kPackages) {
    if (!fs::is_directory(package.folder)) documentation.missing.emplace_back(package.debian_name);
  }
  if (!documentation.missing.empty()) return documentation;
  std::unordered_map<std::string, uint32_t> numbers;
  std::vector<std::pair<uint32_t, std::string>> targets;
  for (const Package& package : kPackages) {
    std::vector<PackagePage> pages = read_package(package);
    for (const PackagePage& page : pages) {
      const auto number = static_cast<uint32_t>(numbers.size());
      numbers.emplace(page.url, number);
      for (const parse::Link& link : page.page.links) {
        if (link.kind != parse::LinkKind::kHyperlink) continue;
        targets.emplace_back(number, link.url.href());
      }
    }
    add_pages(std::move(pages), documentation.collection);
  }
  std::vector<std::pair<uint32_t, uint32_t>> links;
  for (const auto& [source, url] : targets) {
    const auto target = numbers.find(url);
    if (target != numbers.end() && target->second != source) {
      links.emplace_back(source, target->second);
    }
  }
  const auto ranks = ranks_of(links, static_cast<uint32_t>(numbers.size()));
  for (size_t i = 0; i < ranks.size(); ++i) documentation.collection.pages()[i].rank = ranks[i];
  return documentation;
}

std::vector<LabelledQuery> documentation_queries() {
  std::ifstream in(FRESHET_SOURCE_DIR "/tests/search/data/documentation_queries.tsv");
  std::vector<LabelledQuery> queries;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const size_t tab = line.find('\t');
    EXPECT_NE(tab, line.npos) << line;
    LabelledQuery& query = queries.emplace_back();
    query.query = line.substr(0, tab);
    std::istringstream answers(line.substr(tab + 1));
    for (std::string answer; answers >> answer;) {
      const size_t slash = answer.find('/');
      query.answers.push_back(url_of(answer.substr(0, slash), answer.substr(slash + 1)));
    }
  }
  return queries;
}

}  // namespace freshet::test
