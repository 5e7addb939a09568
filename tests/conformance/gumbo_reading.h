#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::test {

// What a page states for machines, read with Gumbo and in a simpler way than `extract` reads it:
// for comparison. All values are trimmed and not empty.
class GumboReading {
 public:
  explicit GumboReading(std::string_view html);  // which must outlive this object
  ~GumboReading();
  GumboReading(const GumboReading&) = delete;
  GumboReading& operator=(const GumboReading&) = delete;

  // The content of each <meta> whose property or name is this.
  std::vector<std::string> meta(std::string_view name) const;
  // The values of each element in an item that has this property of microdata. Items are
  // represented by their property `name`, or `url`. itemref is not followed.
  std::vector<std::string> microdata(std::string_view property) const;
  // The contents of <script type="application/ld+json">.
  std::vector<std::string> json_ld_scripts() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace freshet::test
