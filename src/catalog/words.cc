#include "catalog/words.h"

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
  segmenter.append_terms(page.title, words.title);
  segmenter.append_terms(page.description, words.description);
  words.body.reserve(page.text.size());
  segmenter.append_terms(page.text, words.body);
  if (!words.empty()) segmenter.append_terms(without_scheme(page.url), words.address);
  return words;
}

}  // namespace freshet::catalog
