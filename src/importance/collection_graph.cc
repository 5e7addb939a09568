#include "importance/collection_graph.h"

#include <algorithm>

#include "importance/page_numbers.h"

namespace freshet::importance {
namespace {

Result<PageNumbers> number_pages(const store::Store& store) {
  std::vector<store::PageKey> keys;
  std::vector<PageException> exceptions;
  Status read = store.each_page([&](const store::PageState& page) {
    keys.push_back(page.key);
    if (const auto exception = exception_of(page)) exceptions.push_back(*exception);
    return check_count(keys.size()).has_value();
  });
  if (read) read = check_count(keys.size());
  if (!read) return Unexpected(read.error());
  return PageNumbers(std::move(keys), exceptions);
}

Result<rank::Graph> read_links(const store::Store& store, const PageNumbers& numbers) {
  rank::GraphBuilder builder;
  const Status read = store.each_links([&](const store::PageLinks& links) {
    const uint32_t from = numbers.of(links.from);
    if (from == PageNumbers::kNone) return true;
    for (const auto& target : links.to) {
      if (target.nofollow) continue;
      const uint32_t to = numbers.of(target.key);
      if (to != PageNumbers::kNone && to != from) builder.add(from, to);
    }
    return true;
  });
  if (!read) return Unexpected(read.error());
  return std::move(builder).build(static_cast<uint32_t>(numbers.count()));
}

}  // namespace

std::optional<uint32_t> CollectionGraph::number_of(const store::PageKey& key) const {
  const auto at = std::lower_bound(page.begin(), page.end(), key);
  if (at == page.end() || *at != key) return std::nullopt;
  return static_cast<uint32_t>(at - page.begin());
}

Result<CollectionGraph> read_collection_graph(const store::Store& store) {
  const auto numbers = number_pages(store);
  if (!numbers) return Unexpected(numbers.error());
  CollectionGraph result;
  result.page.reserve(numbers->count());
  numbers->each_page([&](const store::PageKey& key) { result.page.push_back(key); });
  auto graph = read_links(store, *numbers);
  if (!graph) return Unexpected(graph.error());
  result.graph = std::move(*graph);
  return result;
}

}  // namespace freshet::importance
