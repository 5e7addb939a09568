#pragma once

#include <string>

#include "catalog/rows.h"
#include "words/segmenter.h"

namespace freshet::catalog {

// What a full-text index has of a page: terms with a space before each.
struct Words {
  std::string title;
  std::string description;
  std::string body;
  std::string address;  // of the URL without its scheme

  bool empty() const { return title.empty() && description.empty() && body.empty(); }
};

// Not what its author does not want to be found, nor the second of two that are the same, nor what
// has no text.
inline bool is_indexed(const Page& page) {
  return !page.noindex && !page.duplicate_of && !page.text.empty();
}

// None if the page is not indexed. The same page gives the same words, so that what is in an index
// can be taken out of it.
Words words_of(const Page& page, words::Segmenter& segmenter);

}  // namespace freshet::catalog
