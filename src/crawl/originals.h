#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "digest/sha.h"
#include "store/store.h"

namespace freshet::crawl {

// Which page had a content first: as the store says, or the visits that are not committed yet.
class Originals {
 public:
  explicit Originals(const store::Store& store) : store_(store) {}

  std::optional<store::Original> of(const digest::Digest256& content) const;
  // Of the page that had it first; nothing if that is not known.
  std::optional<std::string> url_of(const digest::Digest256& content) const;

  void claim(const digest::Digest256& content, const store::Original& original, std::string url);
  // What was claimed is in the store.
  void committed() { claimed_.clear(); }

 private:
  struct Claim {
    digest::Digest256 content;
    store::Original original;
    std::string url;
  };
  const Claim* find(const digest::Digest256& content) const;

  const store::Store& store_;
  std::unordered_map<uint64_t, Claim> claimed_;  // by the content's first bytes
};

}  // namespace freshet::crawl
