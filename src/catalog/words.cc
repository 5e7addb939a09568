#include "catalog/words.h"

#include "catalog/headings.h"
#include "catalog/title.h"

namespace freshet::catalog {
namespace {

std::string_view without_scheme(std::string_view url) {
  const size_t end = url.find("://");
  return end == std::string_view::npos ? url : url.substr(end + 3);
}

}  // namespace

Words words_of(const Page& page, words::Segmenter& segmenter) {
  Words words;
  if (page.noindex || page.duplicate_of) return words;
  const words::StemLanguage language = words::stem_language(page.language);
  std::string terms;
  terms.reserve(page.text.size());
  const auto add = [&](std::string_view text, std::string& out) {
    terms.clear();
    segmenter.append_terms(text, terms);
    segmenter.stemmer().append_with_stems(terms, language, out);
  };
  add(indexed_title(page.title, page.boilerplate), words.title);
  add(page.description, words.description);
  each_run(page.text, [&](std::string_view lines, bool is_heading) {
    add(lines, is_heading ? words.headings : words.body);
  });
  add(page.boilerplate, words.boilerplate);
  if (!words.empty()) add(without_scheme(page.url), words.address);
  return words;
}

}  // namespace freshet::catalog
