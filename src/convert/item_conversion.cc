#include "convert/item_conversion.h"

#include <utility>

#include "collection/items.h"
#include "convert/learn_boilerplate.h"

namespace freshet::convert {
namespace {

// The pages of so many items are read at once.
constexpr size_t kMostCollected = 256;
constexpr size_t kMostCollectedBytes = 4 << 20;

}  // namespace

Status ItemConversion::put_all() {
  return parts_.rows.tables().empty() ? Status(Done{}) : put_each(nullptr);
}

Status ItemConversion::put_written(const TargetRows& pages) {
  if (parts_.rows.tables().empty()) return Done{};
  std::vector<bool> ids = pages.written();
  if (Status put = put_each(&ids); !put) return put;
  // What is left are pages without an item. The target may have one if the collection was restored
  // from an old copy.
  for (size_t id = 0; id < ids.size(); ++id) {
    if (!ids[id]) continue;
    Status removed = parts_.writer.remove_item(static_cast<int64_t>(id));
    if (!removed) return removed;
  }
  return Done{};
}

Status ItemConversion::put(std::span<const store::PageKey> pages) {
  if (parts_.rows.tables().empty()) return Done{};
  for (const store::PageKey& key : pages) {
    if (is_stopped()) return fail(kStopped);
    const int64_t id = parts_.ids.page(key);
    if (id == 0) continue;
    auto item = parts_.store.item(key);
    if (!item) return Unexpected(item.error());
    const auto page = parts_.store.page(key);
    if (!page) return Unexpected(page.error());
    const bool has_row = *item && *page && parts_.rows.has_table_of(**item);
    Status done = has_row ? put(std::move(**item), **page) : parts_.writer.remove_item(id);
    if (!done) return done;
  }
  return Done{};
}

Status ItemConversion::put_each(std::vector<bool>* ids) {
  Status done = Done{};
  const Status read = parts_.store.each_item([&](const store::Item& item) {
    if (is_stopped()) done = fail(kStopped);
    const auto id = static_cast<size_t>(parts_.ids.page(item.page));
    const bool is_wanted = ids == nullptr ? id != 0 : id < ids->size() && (*ids)[id];
    if (!done || !is_wanted || !parts_.rows.has_table_of(item)) return done.has_value();
    if (ids != nullptr) (*ids)[id] = false;
    collected_bytes_ += item.fields.size() + item.records.size();
    collected_.push_back(item);
    if (collected_.size() < kMostCollected && collected_bytes_ < kMostCollectedBytes) return true;
    done = put_collected();
    return done.has_value();
  });
  if (done && !read) done = read;
  return done ? put_collected() : done;
}

Status ItemConversion::put_collected() {
  std::vector<store::PageKey> keys;
  keys.reserve(collected_.size());
  for (const store::Item& item : collected_) keys.push_back(item.page);
  const auto pages = parts_.store.pages(keys);
  if (!pages) return Unexpected(pages.error());
  for (size_t i = 0; i < collected_.size(); ++i) {
    const auto& page = (*pages)[i];
    if (!page) continue;
    if (Status done = put(std::move(collected_[i]), *page); !done) return done;
  }
  collected_.clear();
  collected_bytes_ = 0;
  return Done{};
}

Status ItemConversion::put(store::Item item, const store::PageState& page) {
  const int64_t id = parts_.ids.page(page.key);
  ++parts_.summary.items;
  return parts_.writer.put(parts_.rows.row(collection::item_row(std::move(item), page), id));
}

}  // namespace freshet::convert
