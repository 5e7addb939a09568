#pragma once

#include <string>

#include "catalog/rows.h"
#include "words/segmenter.h"

namespace freshet::catalog {

// What a full-text index has of a page: terms with a space before each. A term whose stem differs
// has it behind it (words::Stemmer::append_with_stems).
struct Words {
  std::string title;
  std::string description;
  std::string headings;     // of the text
  std::string body;         // the rest of the text
  std::string address;      // of the URL without its scheme
  std::string boilerplate;  // counts little

  // An address alone is nothing to find a page by.
  bool empty() const {
    return title.empty() && description.empty() && headings.empty() && body.empty() &&
           boilerplate.empty();
  }
};

// None of what its author does not want to be found, nor of the second of two that are the same,
// nor of what has neither title nor description nor text. The same page gives the same words, so
// that what is in an index can be taken out of it.
Words words_of(const Page& page, words::Segmenter& segmenter);

}  // namespace freshet::catalog
