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
  auto ids = load_for_driver(store);
  if (!ids) return ids;
  if (Status read = ids->read(store, IdKind::kPage); !read) return Unexpected(read.error());
  return ids;
}

Result<Ids> Ids::load_for_driver(store::Store& store) {
  Ids ids;
  for (const IdKind kind : kAllKinds) {
    Status read = kind == IdKind::kPage ? Status(Done{}) : ids.read(store, kind);
    if (read) read = ids.read_last(store, kind);
    if (!read) return Unexpected(read.error());
  }
  if (Status named = ids.load_collection_name(store); !named) return Unexpected(named.error());
  return ids;
}

Status Ids::load_again(const store::Store& store, bool pages) {
  Status done = read(store, IdKind::kSite);
  if (done && pages) done = read(store, IdKind::kPage);
  return done;
}

Status Ids::read(const store::Store& store, IdKind kind) {
  return store.each_id(kind, [&](const store::GivenId& given) {
    add(given);
    return true;
  });
}

// The fact may be greater than any id in the store, if ids were reserved and not used.
Status Ids::read_last(const store::Store& store, IdKind kind) {
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
    if (site) sites_.insert_or_assign(site->value, id);
  } else {
    names_[index(given.kind)].emplace(given.name, id);
  }
}

int64_t Ids::assign(IdKind kind, const std::string& name) {
  uint64_t id = 0;
  if (kind == IdKind::kPage && range_) {
    FRESHET_CHECK(range_->count > 0, "more new pages than ids were reserved for");
    --range_->count;
    id = range_->first++;
  } else {
    id = ++last_[index(kind)];
  }
  FRESHET_CHECK(id <= std::numeric_limits<uint32_t>::max(),
                "more pages than a collection can have");
  unsaved_.push_back({kind, name, id});
  add(unsaved_.back());
  return static_cast<int64_t>(id);
}

int64_t Ids::assign_page(const store::PageKey& key) {
  return assign(IdKind::kPage, store::name_of(key));
}

IdRange Ids::reserve_pages(uint64_t count, uint64_t last) {
  uint64_t& reserved = last_[index(IdKind::kPage)];
  reserved = std::max(reserved, last);
  const IdRange range{.first = reserved + 1, .count = count};
  reserved += count;
  has_reserved_ = true;
  return range;
}

int64_t Ids::known_site(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found == sites_.end() ? 0 : found->second;
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
  for (size_t at = 0; at < unsaved_.size() || has_reserved_;) {
    batch.clear();
    has_reserved_ = false;
    const size_t end = std::min(unsaved_.size(), at + kIdsABatch);
    for (; at < end; ++at) batch.ids.push_back(unsaved_[at]);
    if (!range_) {
      for (const IdKind kind : kAllKinds) {
        batch.facts.emplace_back(fact_of(kind), std::to_string(last_[index(kind)]));
      }
    }
    const bool is_last = at == unsaved_.size();
    const auto durability = is_last ? store::Durability::kPower : store::Durability::kProcess;
    if (Status committed = store.commit(batch, durability); !committed) return committed;
  }
  unsaved_.clear();
  return Done{};
}

}  // namespace freshet::convert
