#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "digest/sha.h"
#include "store/store.h"

namespace freshet::crawl {

// Finds the first page with a content: in the visits that are not committed yet, or in the store.
class Originals {
 public:
  explicit Originals(const store::Store& store) : store_(store) {}

  std::optional<store::Original> of(const digest::Digest256& content) const;
  // The URL of the first page with the content; nothing if it is not known.
  std::optional<std::string> url_of(const digest::Digest256& content) const;

  void claim(const digest::Digest256& content, const store::Original& original, std::string url);
  // Called after a commit: all claims are in the store.
  void committed() {
    claimed_.clear();
    read_.clear();
  }
  // Reads what the store has of these contents at once, for the next calls of of().
  void read_ahead(const std::vector<digest::Digest256>& contents);

 private:
  struct Claim {
    digest::Digest256 content;
    store::Original original;
    std::string url;
  };
  struct Read {
    digest::Digest256 content;
    std::optional<store::Original> original;
  };
  const Claim* find(const digest::Digest256& content) const;

  const store::Store& store_;
  // Both by the first bytes of the content's digest.
  std::unordered_map<uint64_t, Claim> claimed_;
  std::unordered_map<uint64_t, Read> read_;
};

}  // namespace freshet::crawl
