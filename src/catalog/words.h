#pragma once

#include <string>

#include "catalog/rows.h"
#include "words/segmenter.h"

namespace freshet::catalog {

// The words of a page as they are written to a full-text index, each with a space before it. A word
// whose stem differs from it is followed by the stem (words::Stemmer::append_with_stems).
struct Words {
  std::string title;
  std::string description;
  std::string headings;     // of the text
  std::string body;         // the rest of the text
  std::string address;      // the URL without its scheme
  std::string boilerplate;  // has a low weight in the ranking

  // True also if there is an address: a page cannot be found by its address alone.
  bool empty() const {
    return title.empty() && description.empty() && headings.empty() && body.empty() &&
           boilerplate.empty();
  }
};

// Returns no words for a page that its author excludes from searches (noindex), for a duplicate,
// and for a page without words in title, description and text. The result depends on nothing but
// the page, so that the words of a row can be computed again to delete them from an index.
Words words_of(const Page& page, words::Segmenter& segmenter);

}  // namespace freshet::catalog
