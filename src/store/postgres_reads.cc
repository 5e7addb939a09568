#include "store/postgres_reads.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "store/encoding.h"
#include "store/keys.h"

namespace freshet::store {
namespace {

using postgres::BinaryRow;
using postgres::Parameters;
using postgres::Statement;
using postgres::Type;

Statement find_by_page(const std::string& table, const std::string& column) {
  return {"read " + table, "SELECT " + column + " FROM " + table +
                               " WHERE shard = $1::smallint AND site = $2::bigint"
                               " AND page = $3::bigint"};
}

const Statement kPage = find_by_page("page", "state");
const Statement kLinks = find_by_page("page_links", "links");
const Statement kUnadmitted = find_by_page("unadmitted", "found");
const Statement kVersion = find_by_page("page_version", "version");
const Statement kItem = find_by_page("item", "item");
const Statement kListedDate = find_by_page("listed_date", "listed");
const Statement kSite{
    "read site", "SELECT state, robots FROM site WHERE shard = $1::smallint AND site = $2::bigint"};
const Statement kOriginal{
    "read content",
    "SELECT original FROM content WHERE shard = $1::smallint AND digest = $2::bytea"};
const Statement kFact{"read fact", "SELECT value FROM fact WHERE name = $1::bytea"};
const Statement kId{"read id", "SELECT id FROM id WHERE kind = $1::smallint AND name = $2::bytea"};

// The first slice, and the slices after an entry.
const Statement kDue{"due",
                     "SELECT next_visit, page FROM page WHERE shard = $1::smallint"
                     " AND site = $2::bigint AND next_visit <= $3::bigint"
                     " ORDER BY next_visit, page LIMIT $4::bigint"};
const Statement kDueAfter{"due after",
                          "SELECT next_visit, page FROM page WHERE shard = $1::smallint"
                          " AND site = $2::bigint AND next_visit <= $3::bigint"
                          " AND (next_visit, page) > ($5::bigint, $6::bigint)"
                          " ORDER BY next_visit, page LIMIT $4::bigint"};
const Statement kPending{"pending",
                         "SELECT found_at, site, page, found FROM discovery"
                         " WHERE shard = $1::smallint"
                         " ORDER BY found_at, site, page LIMIT $2::bigint"};
const Statement kPendingAfter{
    "pending after",
    "SELECT found_at, site, page, found FROM discovery WHERE shard = $1::smallint"
    " AND (found_at, site, page) > ($3::bigint, $4::bigint, $5::bigint)"
    " ORDER BY found_at, site, page LIMIT $2::bigint"};

Parameters parameters_of(SiteId site) {
  return std::move(
      Parameters().add(Type::kSmallint, shard_of(site)).add(Type::kBigint, to_bigint(site.value)));
}
Parameters parameters_of(const PageKey& key) {
  return std::move(parameters_of(key.site).add(Type::kBigint, to_bigint(key.page.value)));
}

int64_t limit_of(size_t most) {
  return static_cast<int64_t>(
      std::min<uint64_t>(most, static_cast<uint64_t>(std::numeric_limits<int64_t>::max())));
}

// Puts the decoded value into `into`, or returns why it is damaged.
template <typename Value>
Status keep(Result<Value> decoded, std::optional<Value>& into) {
  if (!decoded) return Unexpected(std::move(decoded.error()));
  into = *std::move(decoded);
  return Done();
}

// The positions of keys in their order.
template <typename Key>
std::vector<size_t> sorted_positions(std::span<const Key> keys) {
  std::vector<size_t> positions(keys.size());
  std::iota(positions.begin(), positions.end(), size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  return positions;
}

}  // namespace

Result<SiteState> site_at(const BinaryRow& row, int column, SiteId id) {
  auto site = decode_site(id, row.bytes(column));
  if (site) site->robots_body = row.bytes(column + 1);
  return site;
}

Status PostgresReads::rows(const Statement& statement, const Parameters& parameters,
                           const std::function<Status(const Row&)>& read) const {
  Status damage = Done();
  Status status = pool().run([&](postgres::Connection& connection) {
    return connection.execute(statement, parameters, [&](const BinaryRow& row) {
      damage = read(row);
      return damage.has_value();
    });
  });
  if (!status || damage) return status;
  return Unexpected(
      std::move(damage.error()).within("reading the state: damaged row: " + statement.name));
}

// The callbacks may run again after a lost connection. They only set values, so this does no harm.
template <typename Read>
Status PostgresReads::many(const RowStatement& statement, const Rows& keys,
                           const Read& read) const {
  size_t begin = 0;
  for (const size_t end : keys.ends(statements_.routing)) {
    Status status =
        rows(statement.statement(), statement.parameters(keys, begin, end), [&](const Row& row) {
          return read(begin + static_cast<size_t>(row.integer(0)) - 1, row.bytes(1));
        });
    if (!status) return status;
    begin = end;
  }
  return Done();
}

Result<std::optional<PageState>> PostgresReads::page(const PageKey& key) const {
  std::optional<PageState> found;
  const Status status = rows(kPage, parameters_of(key), [&](const Row& row) {
    return keep(decode_page(key, row.bytes(0)), found);
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<SiteState>> PostgresReads::site(SiteId id) const {
  std::optional<SiteState> found;
  const Status status = rows(kSite, parameters_of(id),
                             [&](const Row& row) { return keep(site_at(row, 0, id), found); });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<PageLinks>> PostgresReads::links(const PageKey& from) const {
  std::optional<PageLinks> found;
  const Status status = rows(kLinks, parameters_of(from), [&](const Row& row) {
    return keep(decode_links(from, row.bytes(0)), found);
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<UnadmittedUrl>> PostgresReads::unadmitted(const PageKey& key) const {
  std::optional<UnadmittedUrl> found;
  const Status status = rows(kUnadmitted, parameters_of(key), [&](const Row& row) {
    return keep(decode_unadmitted(key, row.bytes(0)), found);
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<Item>> PostgresReads::item(const PageKey& page) const {
  std::optional<Item> found;
  const Status status = rows(kItem, parameters_of(page), [&](const Row& row) {
    return keep(decode_item(page, row.bytes(0)), found);
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<std::string>> PostgresReads::version(const PageKey& key) const {
  std::optional<std::string> found;
  const Status status = rows(kVersion, parameters_of(key), [&](const Row& row) -> Status {
    found = std::string(row.bytes(0));
    return Done();
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<Instant>> PostgresReads::listed_date(const PageKey& key) const {
  std::optional<Instant> found;
  const Status status = rows(kListedDate, parameters_of(key), [&](const Row& row) -> Status {
    found = Instant::from_unix_microseconds(row.integer(0));
    return Done();
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::vector<std::optional<PageState>>> PostgresReads::pages(
    std::span<const PageKey> keys) const {
  const std::vector<size_t> positions = sorted_positions(keys);
  Rows given(statements_.pages.columns());
  for (const size_t at : positions) given.add(keys[at]);
  std::vector<std::optional<PageState>> found(keys.size());
  const Status status = many(statements_.pages, given, [&](size_t number, std::string_view bytes) {
    const size_t at = positions[number];
    return keep(decode_page(keys[at], bytes), found[at]);
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::vector<std::optional<std::string>>> PostgresReads::versions(
    std::span<const PageKey> keys) const {
  const std::vector<size_t> positions = sorted_positions(keys);
  Rows given(statements_.versions.columns());
  for (const size_t at : positions) given.add(keys[at]);
  std::vector<std::optional<std::string>> found(keys.size());
  const Status status =
      many(statements_.versions, given, [&](size_t number, std::string_view bytes) -> Status {
        found[positions[number]] = std::string(bytes);
        return Done();
      });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::vector<PartitionStore::Due>> PostgresReads::due(SiteId site, Instant until, size_t most,
                                                            const std::optional<Due>& after) const {
  Parameters parameters = parameters_of(site);
  parameters.add(Type::kBigint, until.unix_microseconds()).add(Type::kBigint, limit_of(most));
  if (after) {
    parameters.add(Type::kBigint, after->next_visit.unix_microseconds())
        .add(Type::kBigint, to_bigint(after->key.page.value));
  }
  std::vector<Due> slice;
  const Status status = pool().run([&](postgres::Connection& connection) {
    slice.clear();
    return connection.execute(after ? kDueAfter : kDue, parameters, [&](const Row& row) {
      slice.push_back({.next_visit = Instant::from_unix_microseconds(row.integer(0)),
                       .key = {.site = site, .page = {from_bigint(row.integer(1))}}});
      return true;
    });
  });
  if (!status) return Unexpected(status.error());
  return slice;
}

Result<std::vector<Discovery>> PostgresReads::pending_discoveries(
    ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const {
  Parameters parameters;
  parameters.add(Type::kSmallint, shard).add(Type::kBigint, limit_of(most));
  if (after) {
    parameters.add(Type::kBigint, after->found_at.unix_microseconds())
        .add(Type::kBigint, to_bigint(after->key.site.value))
        .add(Type::kBigint, to_bigint(after->key.page.value));
  }
  std::vector<Discovery> slice;
  Status damage = Done();
  const auto add = [&](const Row& row) {
    const DiscoveryId id{
        .found_at = Instant::from_unix_microseconds(row.integer(0)),
        .key = {.site = {from_bigint(row.integer(1))}, .page = {from_bigint(row.integer(2))}}};
    auto found = decode_discovery(id, row.bytes(3));
    if (found)
      slice.push_back(*std::move(found));
    else
      damage = Unexpected(std::move(found.error()).within("reading the state: damaged row"));
    return damage.has_value();
  };
  const Status status = pool().run([&](postgres::Connection& connection) {
    slice.clear();
    return connection.execute(after ? kPendingAfter : kPending, parameters, add);
  });
  if (!status) return Unexpected(status.error());
  if (!damage) return Unexpected(damage.error());
  return slice;
}

Result<std::optional<Original>> PostgresReads::original_of(const digest::Digest256& content) const {
  auto found = originals({&content, 1});
  if (!found) return Unexpected(std::move(found.error()));
  return found->front();
}

Result<std::vector<std::optional<Original>>> PostgresReads::originals(
    std::span<const digest::Digest256> contents) const {
  const std::vector<size_t> positions = sorted_positions(contents);
  Rows given(statements_.originals.columns());
  for (const size_t at : positions) {
    given.add(int64_t{contents[at].bytes.front()}).add(content_key(contents[at]));
  }
  std::vector<std::optional<Original>> found(contents.size());
  const Status status =
      many(statements_.originals, given, [&](size_t number, std::string_view bytes) {
        const size_t at = positions[number];
        return keep(decode_original(contents[at], bytes), found[at]);
      });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<std::string>> PostgresReads::fact(std::string_view name) const {
  std::optional<std::string> found;
  const Status status = rows(kFact, Parameters().add_bytes(name), [&](const Row& row) -> Status {
    found = std::string(row.bytes(0));
    return Done();
  });
  if (!status) return Unexpected(status.error());
  return found;
}

Result<std::optional<uint64_t>> PostgresReads::id(IdKind kind, std::string_view name) const {
  Parameters parameters;
  parameters.add(Type::kSmallint, static_cast<int64_t>(kind)).add_bytes(name);
  std::optional<uint64_t> found;
  const Status status = rows(kId, parameters, [&](const Row& row) -> Status {
    found = static_cast<uint64_t>(row.integer(0));
    return Done();
  });
  if (!status) return Unexpected(status.error());
  return found;
}

}  // namespace freshet::store
