#pragma once

#include <utility>
#include <vector>

#include "catalog/writer.h"

namespace freshet::convert {

// A writer for tests that remembers the pages that are put and refreshed, in order.
class RecordingWriter final : public catalog::Writer {
 public:
  Result<catalog::TargetState> begin(const catalog::WriteOptions&) override {
    return catalog::TargetState();
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
    return Done{};
  }
  Status refresh(const catalog::Entry& entry) override {
    refreshed.push_back(entry.page.id);
    return Done{};
  }
  Status put_links(int64_t, const std::vector<catalog::Page::Link>&) override { return Done{}; }
  Status remove(int64_t) override { return Done{}; }
  Status put(const catalog::Item&) override { return Done{}; }
  Status remove_item(int64_t) override { return Done{}; }
  Status finish(const catalog::ConversionRecord&) override { return Done{}; }
  bool wants_words() const override { return false; }

  std::vector<std::pair<int64_t, catalog::Stamp>> stamps;  // of the target
  std::vector<int64_t> put_pages;
  std::vector<int64_t> refreshed;
};

}  // namespace freshet::convert
