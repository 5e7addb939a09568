#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "result/result.h"

namespace freshet::extract {

// A value that pages state for machines, as a recipe names it:
//   json-ld:Product.offers.price   of items of a type in JSON-LD; also microdata: and rdfa:
//   json-ld:name, json-ld:*.name   of items of any type
//   og:price:amount, twitter:creator, meta:author   of <meta>, by its property or name
struct Source {
  enum class Kind : uint8_t { kJsonLd, kMicrodata, kRdfa, kMeta };
  Kind kind = Kind::kMeta;
  // The names of the properties from the item to the value; of kMeta, the name of the <meta>.
  std::vector<std::string> path;
  std::string type;  // of the item, without the address of its vocabulary; empty: any
};

// Returns the source, or what is wrong with the text. A first name with a capital letter is a type.
Result<Source, std::string> parse_source(std::string_view text);

struct SourceLimits {
  size_t max_items = 50'000;  // of one kind
  size_t max_properties = 200'000;
  size_t max_value_bytes = 64 << 10;  // longer values are cut
  size_t max_bytes = 8 << 20;         // of all values of one kind, and of a block of JSON-LD
  int max_depth = 64;                 // to which items are nested
};

// What a page states for machines. Each kind is read once, when it is asked for. Names match
// without the address or prefix of their vocabulary: "Product", "schema:Product" and
// "http://schema.org/Product" are the same. For one thread; the document and the budget must
// outlive it.
class PageSources {
 public:
  PageSources(const dom::Document& document, dom::WorkBudget& budget,
              const SourceLimits& limits = {});
  ~PageSources();
  PageSources(const PageSources&) = delete;
  PageSources& operator=(const PageSources&) = delete;

  // Returns the values as they stand in the page, trimmed, without empty ones, at most `most`, in
  // the order of the items. A path that ends at an item gives its name or its address.
  std::vector<std::string> values(const Source& source, size_t most);

  // What could not be read, such as a block of JSON-LD that is no JSON.
  const std::vector<std::string>& remarks() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet::extract
