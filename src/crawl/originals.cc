#include "crawl/originals.h"

#include <cstring>
#include <utility>

namespace freshet::crawl {
namespace {

uint64_t prefix_of(const digest::Digest256& content) {
  uint64_t prefix = 0;
  std::memcpy(&prefix, content.bytes.data(), sizeof prefix);
  return prefix;
}

}  // namespace

const Originals::Claim* Originals::find(const digest::Digest256& content) const {
  const auto claim = claimed_.find(prefix_of(content));
  return claim != claimed_.end() && claim->second.content == content ? &claim->second : nullptr;
}

std::optional<store::Original> Originals::of(const digest::Digest256& content) const {
  if (const Claim* claim = find(content)) return claim->original;
  const auto read = read_.find(prefix_of(content));
  if (read != read_.end() && read->second.content == content) return read->second.original;
  const auto stored = store_.original_of(content);
  return stored ? *stored : std::nullopt;
}

void Originals::read_ahead(const std::vector<digest::Digest256>& contents) {
  read_.clear();
  const auto found = store_.originals(contents);
  if (!found) return;  // they are read one by one
  for (size_t i = 0; i < contents.size(); ++i) {
    read_.insert_or_assign(prefix_of(contents[i]), Read{contents[i], (*found)[i]});
  }
}

std::optional<std::string> Originals::url_of(const digest::Digest256& content) const {
  if (const Claim* claim = find(content)) return claim->url;
  const auto original = store_.original_of(content);
  if (!original || !*original) return std::nullopt;
  auto page = store_.page((*original)->page);
  if (!page || !*page) return std::nullopt;
  return std::move((*page)->url);
}

void Originals::claim(const digest::Digest256& content, const store::Original& original,
                      std::string url) {
  claimed_.emplace(prefix_of(content), Claim{content, original, std::move(url)});
}

}  // namespace freshet::crawl
