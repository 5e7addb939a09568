#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/rows.h"
#include "catalog/writer.h"

namespace freshet::test {

// An artificial collection, so that it is known what a query must find.
class SampleCollection {
 public:
  // Adds a page and returns it for further changes; the reference is valid until the next add().
  catalog::Page& add(std::string_view url, std::string_view title, std::string_view text);
  // Adds a page of another collection under a new id.
  void add(catalog::Page page);
  // The id of the site with this host, which is added if it is not known.
  int64_t site(std::string_view host);

  const std::vector<catalog::Page>& pages() const { return pages_; }
  std::vector<catalog::Page>& pages() { return pages_; }
  // Writes the whole collection; any error fails the test.
  void write(catalog::Writer& writer) const;

 private:
  std::vector<catalog::Site> sites_;
  std::vector<catalog::Page> pages_;
};

// A query and the page that answers it.
struct Label {
  std::string query;
  std::string url;
};

// Pages about towns, and queries about them. Pages about other towns have the same words.
struct LabelledTowns {
  SampleCollection collection;
  std::vector<Label> labels;
};
LabelledTowns make_towns();

// Pages that each have a few words many times. The last five are titled "Bridge, old", "The old
// bridge", "Old bridge and mill", "Old bridge" and "Mill". Before them are `others` pages with the
// title `title` and a number.
SampleCollection make_few_words(size_t others, std::string_view title = "Old stone, bridge");

}  // namespace freshet::test
