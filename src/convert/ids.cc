#include "convert/ids.h"

#include <charconv>
#include <limits>
#include <random>

#include "result/check.h"

namespace freshet::convert {
namespace {

using store::IdKind;

constexpr char kCollectionFact[] = "collection";
constexpr IdKind kAllKinds[] = {IdKind::kPage, IdKind::kSite, IdKind::kDomain, IdKind::kCommunity};
// Small enough that a crawl, which commits to the same store, does not wait long.
constexpr size_t kIdsABatch = 20'000;

const char* fact_of(IdKind kind) {
  switch (kind) {
    case IdKind::kPage: return "ids/page";
    case IdKind::kSite: return "ids/site";
    case IdKind::kDomain: return "ids/domain";
    case IdKind::kCommunity: return "ids/community";
  }
  return "";
}

std::string random_name() {
  std::random_device device;
  std::string name;
  for (int i = 0; i < 4; ++i) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", device());
    name += digits;
  }
  return name;
}

}  // namespace

Result<Ids> Ids::load(store::Store& store) {
  Ids ids;
  for (const IdKind kind : kAllKinds) {
    if (Status read = ids.read(store, kind); !read) return Unexpected(read.error());
  }
  if (Status named = ids.load_collection_name(store); !named) return Unexpected(named.error());
  return ids;
}

// The fact may be greater than any id in the store, if ids were reserved for another use.
Status Ids::read(const store::Store& store, IdKind kind) {
  Status read = store.each_id(kind, [&](const store::GivenId& given) {
    add(given);
    return true;
  });
  if (!read) return read;
  const auto last = store.fact(fact_of(kind));
  if (!last) return Unexpected(last.error());
  const std::string text = last->value_or("0");
  uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  last_[index(kind)] = std::max(last_[index(kind)], number);
  return Done{};
}

Status Ids::load_collection_name(store::Store& store) {
  const auto known = store.fact(kCollectionFact);
  if (!known) return Unexpected(known.error());
  collection_ = known->value_or("");
  if (!collection_.empty()) return Done{};
  collection_ = random_name();
  return store.commit({.facts = {{kCollectionFact, collection_}}}, store::Durability::kPower);
}

void Ids::add(const store::GivenId& given) {
  const auto id = static_cast<int64_t>(given.id);
  last_[index(given.kind)] = std::max(last_[index(given.kind)], given.id);
  if (given.kind == IdKind::kPage) {
    const auto key = store::page_named(given.name);
    if (key) pages_.insert(key->page.value, static_cast<uint32_t>(id));
  } else if (given.kind == IdKind::kSite) {
    const auto site = store::site_named(given.name);
    if (site) sites_.emplace(site->value, id);
  } else {
    names_[index(given.kind)].emplace(given.name, id);
  }
}

int64_t Ids::assign(IdKind kind, const std::string& name) {
  const uint64_t id = ++last_[index(kind)];
  FRESHET_CHECK(id <= std::numeric_limits<uint32_t>::max(),
                "more pages than a collection can have");
  unsaved_.push_back({kind, name, id});
  add(unsaved_.back());
  return static_cast<int64_t>(id);
}

int64_t Ids::assign_page(const store::PageKey& key) {
  return assign(IdKind::kPage, store::name_of(key));
}

int64_t Ids::site(store::SiteId site) {
  const auto found = sites_.find(site.value);
  return found != sites_.end() ? found->second : assign(IdKind::kSite, store::name_of(site));
}

int64_t Ids::named(IdKind kind, const std::string& name) {
  const auto found = names_[index(kind)].find(name);
  return found != names_[index(kind)].end() ? found->second : assign(kind, name);
}

Status Ids::save(store::Store& store) {
  store::Batch batch;
  for (size_t at = 0; at < unsaved_.size();) {
    batch.clear();
    const size_t end = std::min(unsaved_.size(), at + kIdsABatch);
    for (; at < end; ++at) batch.ids.push_back(unsaved_[at]);
    for (const IdKind kind : kAllKinds) {
      batch.facts.emplace_back(fact_of(kind), std::to_string(last_[index(kind)]));
    }
    const bool is_last = at == unsaved_.size();
    const auto durability = is_last ? store::Durability::kPower : store::Durability::kProcess;
    if (Status committed = store.commit(batch, durability); !committed) return committed;
  }
  unsaved_.clear();
  return Done{};
}

}  // namespace freshet::convert
