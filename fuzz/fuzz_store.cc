// Decodes any bytes as the keys and rows of the store: the result is an error, or a value that
// encodes to the same bytes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "store/encoding.h"
#include "store/keys.h"

namespace {

namespace store = freshet::store;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const store::PageKey key{};
  std::string again;

  if (const auto page = store::decode_page(key, input)) {
    store::encode_page(*page, again);
    require(again == input);
    require(store::decode_next_visit(input).value() == page->next_visit);
  }
  again.clear();
  if (const auto site = store::decode_site(key.site, input)) {
    store::encode_site(*site, again);
    require(again == input);
  }
  again.clear();
  if (const auto links = store::decode_links(key, input)) {
    store::encode_links(*links, again);
    require(again == input);
    require(links->to.size() <= size / 8);
  }
  again.clear();
  if (const auto item = store::decode_item(key, input)) {
    store::encode_item(*item, again);
    require(again == input);
  }
  again.clear();
  if (const auto change = store::decode_change({}, input)) {
    store::encode_change(*change, again);
    require(again == input);
  }
  if (const auto site = store::read_site_key(input)) {
    require(store::site_key(*site).view() == input);
  }
  if (const auto page = store::read_page_key(input)) {
    require(store::page_key(*page).view() == input);
  }
  if (const auto due = store::read_due_key(input)) {
    require(store::due_key(*due).view() == input);
  }
  return 0;
}
