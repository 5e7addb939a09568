#include "store/postgres_writes.h"

#include <algorithm>
#include <tuple>

#include "store/batch_rows.h"
#include "store/encoding.h"
#include "store/keys.h"

namespace freshet::store {
namespace {

using postgres::Parameters;
using postgres::Pipeline;
using postgres::Statement;
using postgres::Type;

// Rows of a statement have the order of their keys, so that two transactions that write the same
// rows do not wait for each other in a circle.

// Returns for each key the last value, in the order of keys.
template <typename Value, typename KeyOf>
std::vector<const Value*> last_of_each(const std::vector<Value>& values, const KeyOf& key_of) {
  std::vector<const Value*> sorted;
  sorted.reserve(values.size());
  for (auto value = values.rbegin(); value != values.rend(); ++value) sorted.push_back(&*value);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Value* a, const Value* b) { return key_of(*a) < key_of(*b); });
  const auto is_same = [&](const Value* a, const Value* b) { return key_of(*a) == key_of(*b); };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), is_same), sorted.end());
  return sorted;
}

const Statement kForgetBefore{
    "forget before",
    "DELETE FROM change WHERE shard = ANY($1::smallint[]) AND changed_at < $2::bigint"};
const Statement kForgetAfter{
    "forget after",
    "DELETE FROM change WHERE shard = ANY($1::smallint[]) AND changed_at > $2::bigint"};
const Statement kNotify{"notify", "SELECT pg_notify('freshet_inbox', $1::text)"};

ShardId shard_of(const PageKey& key) {
  return store::shard_of(key.site);
}
ShardId shard_of(const digest::Digest256& content) {
  return static_cast<ShardId>(content.bytes.front());
}

// Shards first, since the rows of a shard must be neighbours.
auto order_of(const DiscoveryId& id) {
  return std::pair(shard_of(id.key), id);
}

std::string list_of(const ShardSet& shards) {
  std::string list;
  for (const ShardSet::Run run : shards.runs()) {
    for (int shard = run.first; shard <= run.last; ++shard) {
      list += (list.empty() ? "" : ",") + std::to_string(shard);
    }
  }
  return list;
}

}  // namespace

postgres::Array array_of(const ShardSet& shards, Type type) {
  postgres::Array array(type);
  for (const ShardSet::Run run : shards.runs()) {
    for (int shard = run.first; shard <= run.last; ++shard) array.add(int64_t{shard});
  }
  return array;
}

PostgresWrites::PostgresWrites(const Batch& batch, const ShardSet& held,
                               const WriteStatements& statements)
    : statements_(statements) {
  add_unadmitted(batch);
  add_pages(batch);
  add_sites(batch);
  add_rows_of_pages(batch);
  add_claims(batch);
  add_changes(batch, held);
  add_discoveries(batch);
  add_ids_and_facts(batch);
}

void PostgresWrites::send(Pipeline& pipeline) const {
  for (const auto& step : steps_) step(pipeline);
}

template <typename RowsStatement>
void PostgresWrites::add(const RowsStatement& statement, Rows rows) {
  if (rows.size() == 0) return;
  steps_.emplace_back(
      [&statement, rows = std::move(rows)](Pipeline& pipeline) { statement.send(pipeline, rows); });
}

void PostgresWrites::add_pages(const Batch& batch) {
  Rows admitted(statements_.admit.columns());
  Rows pages(statements_.put_pages.columns());
  std::string state;
  for (const PageWrite& write : page_writes(batch)) {
    Rows& rows = write.is_admission ? admitted : pages;
    rows.add(write.page->key);
    if (write.page->next_visit == Instant::never())
      rows.add_null();
    else
      rows.add(write.page->next_visit);
    state.clear();
    encode_page(*write.page, state);
    rows.add(state);
  }
  add(statements_.admit, std::move(admitted));
  add(statements_.put_pages, std::move(pages));
}

void PostgresWrites::add_unadmitted(const Batch& batch) {
  Rows rows(statements_.put_unadmitted.columns());
  std::string found;
  for (const UnadmittedUrl* url : unadmitted_writes(batch)) {
    found.clear();
    encode_unadmitted(*url, found);
    rows.add(url->key).add(int64_t{preference(*url)}).add(found);
  }
  add(statements_.put_unadmitted, std::move(rows));
  Rows admitted(statements_.remove_unadmitted.columns());
  for (const PageKey& key : admitted_keys(batch)) admitted.add(key);
  add(statements_.remove_unadmitted, std::move(admitted));
}

void PostgresWrites::add_sites(const Batch& batch) {
  Rows rows(statements_.put_sites.columns());
  std::string state;
  for (const auto* site : last_of_each(batch.sites, [](const auto& one) { return one.id; })) {
    // The body of robots.txt has a column of its own, since it rarely changes with the rest.
    SiteState rest = *site;
    rest.robots_body.clear();
    state.clear();
    encode_site(rest, state);
    rows.add(site->id).add(state).add(site->robots_body);
  }
  add(statements_.put_sites, std::move(rows));
}

void PostgresWrites::add_rows_of_pages(const Batch& batch) {
  Rows links(statements_.put_links.columns());
  std::string bytes;
  for (const auto* one : last_of_each(batch.links, [](const auto& one) { return one.from; })) {
    bytes.clear();
    encode_links(*one, bytes);
    links.add(one->from).add(bytes);
  }
  add(statements_.put_links, std::move(links));

  const auto key_of = [](const auto& one) -> const auto& {
    return one.first;
  };
  Rows versions(statements_.put_versions.columns());
  for (const auto* one : last_of_each(batch.versions, key_of)) {
    versions.add(one->first).add(one->second);
  }
  add(statements_.put_versions, std::move(versions));
  Rows dates(statements_.put_listed_dates.columns());
  for (const auto* one : last_of_each(batch.listed_dates, key_of)) {
    dates.add(one->first).add(one->second);
  }
  add(statements_.put_listed_dates, std::move(dates));
  Rows items(statements_.put_items.columns());
  for (const auto* one : last_of_each(batch.items, [](const auto& one) { return one.page; })) {
    bytes.clear();
    encode_item(*one, bytes);
    items.add(one->page).add(bytes);
  }
  add(statements_.put_items, std::move(items));
}

void PostgresWrites::add_discoveries(const Batch& batch) {
  Rows settled(statements_.settle_discoveries.columns());
  const auto itself = [](const DiscoveryId& id) { return order_of(id); };
  for (const auto* id : last_of_each(batch.settled_discoveries, itself)) {
    settled.add(int64_t{shard_of(id->key)}).add(id->found_at);
    settled.add(to_bigint(id->key.site.value)).add(to_bigint(id->key.page.value));
  }
  add(statements_.settle_discoveries, std::move(settled));

  Rows rows(statements_.put_discoveries.columns());
  ShardSet inboxes;
  std::string bytes;
  const auto id_of = [](const Discovery& one) { return order_of(one.id()); };
  for (const auto* found : last_of_each(batch.discoveries, id_of)) {
    bytes.clear();
    encode_discovery(*found, bytes);
    inboxes.add(shard_of(found->key));
    rows.add(int64_t{shard_of(found->key)}).add(found->found_at);
    rows.add(to_bigint(found->key.site.value)).add(to_bigint(found->key.page.value)).add(bytes);
  }
  if (inboxes.empty()) return;
  add(statements_.put_discoveries, std::move(rows));
  steps_.emplace_back([list = list_of(inboxes)](Pipeline& pipeline) {
    pipeline.add(kNotify, Parameters().add_bytes(list));
  });
}

// The first claim of a digest counts, unless another page of the batch owns the content already.
// So the first claim of each page is tried, those of different pages in different statements.
void PostgresWrites::add_claims(const Batch& batch) {
  using Claim = std::pair<digest::Digest256, Original>;
  std::vector<const Claim*> claims;
  claims.reserve(batch.contents.size());
  for (const Claim& claim : batch.contents) claims.push_back(&claim);
  std::stable_sort(claims.begin(), claims.end(),
                   [](const Claim* a, const Claim* b) { return a->first < b->first; });
  std::vector<Rows> rounds;
  std::vector<PageKey> claimants;  // of the present digest
  std::string bytes;
  for (size_t i = 0; i < claims.size(); ++i) {
    const auto& [content, original] = *claims[i];
    if (i > 0 && claims[i - 1]->first != content) claimants.clear();
    if (std::find(claimants.begin(), claimants.end(), original.page) != claimants.end()) continue;
    const size_t round = claimants.size();
    claimants.push_back(original.page);
    if (rounds.size() == round) rounds.emplace_back(statements_.put_claims.columns());
    bytes.clear();
    encode_original(content, original, bytes);
    rounds[round].add(int64_t{shard_of(content)}).add(content_key(content));
    rounds[round].add(to_bigint(original.page.site.value));
    rounds[round].add(to_bigint(original.page.page.value)).add(bytes);
  }
  for (Rows& rows : rounds) add(statements_.put_claims, std::move(rows));
}

void PostgresWrites::add_changes(const Batch& batch, const ShardSet& held) {
  const auto forget = [&](const Statement& statement, Instant time) {
    Parameters parameters;
    parameters.add_array(array_of(held)).add(Type::kBigint, time.unix_microseconds());
    steps_.emplace_back(
        [&statement, parameters](Pipeline& pipeline) { pipeline.add(statement, parameters); });
  };
  if (batch.forget_changes_before) forget(kForgetBefore, *batch.forget_changes_before);
  if (batch.forget_changes_after) forget(kForgetAfter, *batch.forget_changes_after);

  const auto add_key = [](Rows& rows, Instant at, const PageKey& page) -> Rows& {
    rows.add(int64_t{shard_of(page)}).add(at);
    return rows.add(to_bigint(page.site.value)).add(to_bigint(page.page.value));
  };
  Rows withdrawn(statements_.withdraw_changes.columns());
  const auto place = [](const auto& one) {
    return std::tuple(shard_of(one.second), one.first, one.second);
  };
  for (const auto* one : last_of_each(batch.withdrawn_changes, place)) {
    add_key(withdrawn, one->first, one->second);
  }
  add(statements_.withdraw_changes, std::move(withdrawn));

  Rows rows(statements_.put_changes.columns());
  std::string bytes;
  const auto key_of = [](const Change& one) {
    return std::tuple(shard_of(one.page), one.at, one.page);
  };
  for (const Change* change : last_of_each(batch.changes, key_of)) {
    bytes.clear();
    encode_change(*change, bytes);
    add_key(rows, change->at, change->page).add(bytes);
  }
  add(statements_.put_changes, std::move(rows));
}

void PostgresWrites::add_ids_and_facts(const Batch& batch) {
  Rows ids(statements_.put_ids.columns());
  const auto name_of = [](const GivenId& one) { return std::tie(one.kind, one.name); };
  for (const GivenId* given : last_of_each(batch.ids, name_of)) {
    ids.add(static_cast<int64_t>(given->kind)).add(given->name);
    ids.add(static_cast<int64_t>(given->id));
  }
  add(statements_.put_ids, std::move(ids));
  Rows facts(statements_.put_facts.columns());
  const auto key_of = [](const auto& one) -> const auto& {
    return one.first;
  };
  for (const auto* fact : last_of_each(batch.facts, key_of)) {
    facts.add(fact->first).add(fact->second);
  }
  add(statements_.put_facts, std::move(facts));
}

}  // namespace freshet::store
