#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/rows.h"
#include "catalog/writer.h"

namespace freshet::test {

// A collection that was made up, so that what a query must find is known. One site a topic.
class SampleCollection {
 public:
  // Returns the page, to be changed further; valid until the next.
  catalog::Page& add(std::string_view url, std::string_view title, std::string_view text);
  // A page of another collection, with an id of its own.
  void add(catalog::Page page);
  // The id of the site with this host, made if need be.
  int64_t site(std::string_view host);

  const std::vector<catalog::Page>& pages() const { return pages_; }
  std::vector<catalog::Page>& pages() { return pages_; }
  // All of it; anything that goes wrong fails the test.
  void write(catalog::Writer& writer) const;

 private:
  std::vector<catalog::Site> sites_;
  std::vector<catalog::Page> pages_;
};

// A question with the page that answers it.
struct Label {
  std::string query;
  std::string url;
};

// Towns, their facts, and pages that have the same words about other towns.
struct LabelledTowns {
  SampleCollection collection;
  std::vector<Label> labels;
};
LabelledTowns make_towns();

// Pages each of which has every one of a few words many times. The last five are titled "Bridge,
// old", "The old bridge", "Old bridge and mill", "Old bridge" and "Mill"; the others, so many, as
// given, with a number.
SampleCollection make_few_words(size_t others, std::string_view title = "Old stone, bridge");

}  // namespace freshet::test
