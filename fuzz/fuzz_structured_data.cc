// Reads any bytes as a page with JSON-LD, microdata, RDFa and <meta>: values are trimmed, not empty
// and within the limits, and the work ends at the budget.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "extract/page_sources.h"
#include "text/ascii.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace dom = freshet::dom;
  namespace extract = freshet::extract;
  const dom::Document document = dom::parse_document({reinterpret_cast<const char*>(data), size});
  dom::WorkBudget budget{.steps = 2'000'000};
  const extract::SourceLimits limits{.max_items = 50,
                                     .max_properties = 200,
                                     .max_value_bytes = 100,
                                     .max_bytes = 4000,
                                     .max_depth = 8};
  extract::PageSources sources(document, budget, limits);
  for (const char* text :
       {"json-ld:name", "json-ld:Product.offers.price", "json-ld:a.a.a.a", "microdata:name",
        "microdata:Product.offers.price", "microdata:a.a.a.a", "rdfa:name",
        "rdfa:Product.offers.price", "rdfa:a.a.a.a", "og:title", "meta:author"}) {
    const auto values = sources.values(*extract::parse_source(text), 20);
    require(values.size() <= 20);
    for (const std::string& value : values) {
      require(!value.empty() && value.size() <= limits.max_value_bytes);
      require(freshet::text::trim(value) == value);
    }
  }
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto source = extract::parse_source(input.substr(0, input.find('\n')));
  if (!source) {
    require(!source.error().empty());
  } else {
    sources.values(*source, 5);
  }
  return 0;
}
