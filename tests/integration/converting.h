#pragma once

#include <memory>

#include "catalog/writer.h"
#include "convert/convert.h"
#include "integration/crawling.h"
#include "support/catalog_rows.h"

namespace freshet::test {

// Converts the collection of a test.
class Converting : public Crawling {
 protected:
  std::string catalog() const { return folder_.path() + "/catalog.db"; }
  std::string lines() const { return folder_.path() + "/lines"; }

  convert::ConvertOptions options_of_conversion() const;
  // An error fails the test.
  convert::ConvertSummary convert(std::unique_ptr<catalog::Writer> writer,
                                  const convert::ConvertOptions& options);
  convert::ConvertSummary convert(std::unique_ptr<catalog::Writer> writer) {
    return convert(std::move(writer), options_of_conversion());
  }
  convert::ConvertSummary to_sqlite() { return convert(catalog::make_sqlite_writer(catalog())); }
  convert::ConvertSummary to_lines() {
    return convert(catalog::make_json_lines_writer({.folder = lines()}));
  }
  // Returns a value of the row of a page.
  std::string column(const std::string& url, const std::string& name) const {
    return ask_sqlite(catalog(), "SELECT " + name + " FROM pages WHERE url = '" + url + "'");
  }
  int64_t id_of(const std::string& url) const { return std::stoll(column(url, "page_id")); }
  // Expects that a full conversion gives the same catalogue.
  void expect_equal_to_full_conversion();
};

}  // namespace freshet::test
