#pragma once

#include <utility>
#include <vector>

#include "catalog/writer.h"

namespace freshet::convert {

// A writer for tests that remembers the pages and items that are put, and more, in order.
class RecordingWriter final : public catalog::Writer {
 public:
  Result<catalog::TargetState> begin(const catalog::WriteOptions& with) override {
    options = with;
    return target;
  }
  Status each_stamp(
      const std::function<void(int64_t page, const catalog::Stamp&)>& callback) override {
    for (const auto& [page, stamp] : stamps) callback(page, stamp);
    return Done{};
  }
  Status put(const catalog::Community&) override { return Done{}; }
  Status put(const catalog::Domain&) override { return Done{}; }
  Status put(const catalog::Site&) override { return Done{}; }
  Status put(catalog::Entry entry) override {
    put_pages.push_back(entry.page.id);
    put_stamps.emplace_back(entry.page.id, entry.stamp);
    return Done{};
  }
  Status refresh(const catalog::Entry& entry) override {
    refreshed.push_back(entry.page.id);
    return Done{};
  }
  Status put_links(int64_t, const std::vector<catalog::Page::Link>&) override { return Done{}; }
  Status remove(int64_t) override { return Done{}; }
  Status put(const catalog::Item& item) override {
    items.push_back(item);
    return Done{};
  }
  Status remove_item(int64_t page) override {
    removed_items.push_back(page);
    return Done{};
  }
  Status finish(const catalog::ConversionRecord&) override { return Done{}; }
  bool wants_words() const override { return false; }

  catalog::TargetState target;
  std::vector<std::pair<int64_t, catalog::Stamp>> stamps;  // of the target

  catalog::WriteOptions options;
  std::vector<int64_t> put_pages;
  std::vector<std::pair<int64_t, catalog::Stamp>> put_stamps;
  std::vector<int64_t> refreshed;
  std::vector<catalog::Item> items;
  std::vector<int64_t> removed_items;
};

}  // namespace freshet::convert
