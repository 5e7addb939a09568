#include "convert/target_rows.h"

namespace freshet::convert {

Status TargetRows::read(catalog::RowWriter& writer) {
  return writer.each_stamp([&](int64_t id, const catalog::Stamp& stamp) {
    if (id < 0) return;
    const auto at = static_cast<size_t>(id);
    if (stamps_.size() <= at) stamps_.resize(at + 1);
    stamps_[at] = stamp;
  });
}

catalog::Stamp TargetRows::stamp(int64_t id) const {
  const auto at = static_cast<size_t>(id);
  return at < stamps_.size() ? stamps_[at] : catalog::Stamp();
}

std::vector<int64_t> TargetRows::unseen() const {
  std::vector<int64_t> ids;
  for (size_t at = 0; at < stamps_.size(); ++at) {
    const auto id = static_cast<int64_t>(at);
    if (stamps_[at] != catalog::Stamp() && !is_seen(id)) ids.push_back(id);
  }
  return ids;
}

bool TargetRows::has(const std::vector<bool>& set, int64_t id) {
  return static_cast<size_t>(id) < set.size() && set[static_cast<size_t>(id)];
}

void TargetRows::insert(std::vector<bool>& set, int64_t id) {
  if (set.size() <= static_cast<size_t>(id)) set.resize(static_cast<size_t>(id) + 1);
  set[static_cast<size_t>(id)] = true;
}

}  // namespace freshet::convert
