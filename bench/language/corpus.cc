#include "language/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_set>

#include "parse/page.h"
#include "text/ascii.h"
#include "url/url.h"

namespace freshet::bench {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void add_page(const fs::path& file, const std::string& language, std::vector<CorpusPage>& pages) {
  const auto url = url::parse("http://localhost" + file.string());
  if (!url) return;
  parse::ParsedPage page = parse::parse_page(contents_of(file), {.url = *url});
  pages.push_back(
      {.path = file.string(), .language = text::lower_case(language), .text = page.text});
}

template <typename Each>
void each_html_file(const fs::path& folder, Each each) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".html" && !entry.is_symlink()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) each(file);
}

template <typename Each>
void each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Returns the page of the English edition: "/x/html/en-US/apt.html" for "/x/html/de-DE/apt.html",
// "ch01.en.html" for "ch01.ja.html"; nullptr if there is none.
const CorpusPage* english_edition(const CorpusPage& page, const std::vector<CorpusPage>& pages) {
  const fs::path path(page.path);
  const std::string name = path.filename().string();
  for (const CorpusPage& other : pages) {
    if (!other.language.starts_with("en")) continue;
    const fs::path candidate(other.path);
    const bool is_same =
        candidate.parent_path() == path.parent_path()
            ? candidate.stem().stem() == path.stem().stem()
            : candidate.filename() == name &&
                  candidate.parent_path().parent_path() == path.parent_path().parent_path();
    if (is_same) return &other;
  }
  return nullptr;
}

double share_in_english(const CorpusPage& page, const CorpusPage& english) {
  std::unordered_set<std::string_view> lines;
  each_line(english.text, [&](std::string_view line) { lines.insert(line); });
  size_t same = 0;
  each_line(page.text,
            [&](std::string_view line) { same += lines.contains(line) ? line.size() : 0; });
  return static_cast<double>(same) / static_cast<double>(std::max<size_t>(1, page.text.size()));
}

void correct_languages(std::vector<CorpusPage>& pages) {
  std::vector<std::string> languages;
  for (const CorpusPage& page : pages) {
    const CorpusPage* english =
        page.language.starts_with("en") ? nullptr : english_edition(page, pages);
    const double share = english == nullptr ? 0 : share_in_english(page, *english);
    languages.push_back(share > 0.95 ? "en" : share > 0.1 ? "" : page.language);
  }
  for (size_t i = 0; i < pages.size(); ++i) pages[i].language = languages[i];
  std::erase_if(pages, [](const CorpusPage& page) { return page.language.empty(); });
}

}  // namespace

std::vector<CorpusPage> installed_manuals() {
  std::vector<CorpusPage> pages;
  std::error_code error;
  std::vector<fs::path> folders;
  for (const char* root : {"/usr/share/doc/debian-handbook/html", "/usr/share/gimp/2.0/help"}) {
    for (const auto& entry : fs::directory_iterator(root, error)) {
      if (entry.is_directory()) folders.push_back(entry.path());
    }
  }
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    const std::string language = folder.filename().string();
    each_html_file(folder, [&](const fs::path& file) { add_page(file, language, pages); });
  }
  // ch01.ja.html
  for (const char* folder : {"/usr/share/debian-reference", "/usr/share/doc/maint-guide/html"}) {
    each_html_file(folder, [&](const fs::path& file) {
      const std::string language = file.stem().extension().string();
      if (language.size() > 1) add_page(file, language.substr(1), pages);
    });
  }
  correct_languages(pages);
  return pages;
}

}  // namespace freshet::bench
