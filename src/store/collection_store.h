#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "store/types.h"

namespace freshet::store {

// Reads data of the collection as a whole, which belong to no shard.
class CollectionStore {
 public:
  virtual ~CollectionStore() = default;

  virtual Result<std::optional<Original>> original_of(const digest::Digest256& content) const = 0;
  // Reads many at once, in the order of `contents`, from one snapshot.
  virtual Result<std::vector<std::optional<Original>>> originals(
      std::span<const digest::Digest256> contents) const = 0;

  virtual Result<std::optional<std::string>> fact(std::string_view name) const = 0;

  virtual Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const = 0;
  // Calls `each` for the ids of one kind, in the order of names, until it returns false. It reads a
  // snapshot from the time of the call; `each` may use the store.
  virtual Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const = 0;
};

}  // namespace freshet::store
