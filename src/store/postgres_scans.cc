// The scans of the PostgreSQL store. Each is one statement, and so sees one snapshot; its rows come
// as the callback takes them. On Citus, where servers have no snapshot in common, it is one
// statement for each shard, because the rows of several would collect on the coordinator.
#include "store/encoding.h"
#include "store/keys.h"
#include "store/postgres_reads.h"
#include "store/postgres_writes.h"

namespace freshet::store {
namespace {

using postgres::Parameters;
using postgres::Statement;
using postgres::Type;

Statement scan_of_pages(const std::string& table, const std::string& column) {
  return {"scan " + table, "SELECT site, page, " + column + " FROM " + table +
                               " WHERE shard = ANY($1::smallint[]) ORDER BY shard, site, page"};
}

const Statement kPages = scan_of_pages("page", "state");
const Statement kLinks = scan_of_pages("page_links", "links");
const Statement kUnadmitted = scan_of_pages("unadmitted", "found");
const Statement kItems = scan_of_pages("item", "item");
const Statement kPageKeys{"scan page keys",
                          "SELECT site, page FROM page WHERE shard = ANY($1::smallint[])"
                          " ORDER BY shard, site, page"};
const Statement kSites{"scan site",
                       "SELECT site, state, robots FROM site WHERE shard = ANY($1::smallint[])"
                       " ORDER BY shard, site"};
const Statement kChanges{"scan change",
                         "SELECT changed_at, site, page, change FROM change"
                         " WHERE shard = ANY($1::smallint[]) AND changed_at >= $2::bigint"
                         " ORDER BY changed_at, site, page"};
const Statement kIds{"scan id", "SELECT name, id FROM id WHERE kind = $1::smallint ORDER BY name"};

PageKey key_at(const postgres::BinaryRow& row, int column) {
  return {.site = {from_bigint(row.integer(column))},
          .page = {from_bigint(row.integer(column + 1))}};
}

// Passes a decoded row to `each`.
template <typename Value>
Result<bool> pass(const Result<Value>& decoded, const PartitionStore::Each<Value>& each) {
  if (!decoded) return Unexpected(decoded.error());
  return each(*decoded);
}

}  // namespace

Status PostgresReads::scan(const Statement& statement, const Parameters& parameters,
                           const ReadRow& read) const {
  Status damage = Done();
  Status status = pool().run(PostgresPool::Purpose::kScan, [&](postgres::Connection& connection,
                                                               PostgresPool::Repeat& repeat) {
    return connection.execute(statement, parameters, [&](const Row& row) {
      repeat = PostgresPool::Repeat::kImpossible;
      const Result<bool> is_wanted = read(row);
      if (!is_wanted) damage = Unexpected(is_wanted.error());
      return is_wanted && *is_wanted;
    });
  });
  if (!status || damage) return status;
  return Unexpected(
      std::move(damage.error()).within("reading the state: damaged row: " + statement.name));
}

Status PostgresReads::scan_shards(const Statement& statement, const ShardSet& shards,
                                  const ReadRow& read) const {
  if (statements_.routing == Routing::kAnyShards) {
    return scan(statement, Parameters().add_array(array_of(shards)), read);
  }
  bool is_wanted = true;
  const ReadRow read_wanted = [&](const Row& row) {
    auto result = read(row);
    is_wanted = result && *result;
    return result;
  };
  for (const ShardSet::Run run : shards.runs()) {
    for (int shard = run.first; shard <= run.last && is_wanted; ++shard) {
      const ShardSet one{static_cast<ShardId>(shard)};
      Status status = scan(statement, Parameters().add_array(array_of(one)), read_wanted);
      if (!status) return status;
    }
  }
  return Done();
}

Status PostgresReads::each_site(const ShardSet& shards, const Each<SiteState>& each) const {
  return scan_shards(kSites, shards, [&](const Row& row) {
    return pass(site_at(row, 1, {from_bigint(row.integer(0))}), each);
  });
}

Status PostgresReads::each_page_key(const ShardSet& shards, const Each<PageKey>& each) const {
  return scan_shards(kPageKeys, shards, [&](const Row& row) { return each(key_at(row, 0)); });
}

Status PostgresReads::each_page(const ShardSet& shards, const Each<PageState>& each) const {
  return scan_shards(kPages, shards, [&](const Row& row) {
    return pass(decode_page(key_at(row, 0), row.bytes(2)), each);
  });
}

Status PostgresReads::each_links(const ShardSet& shards, const Each<PageLinks>& each) const {
  return scan_shards(kLinks, shards, [&](const Row& row) {
    return pass(decode_links(key_at(row, 0), row.bytes(2)), each);
  });
}

Status PostgresReads::each_unadmitted(const ShardSet& shards,
                                      const Each<UnadmittedUrl>& each) const {
  return scan_shards(kUnadmitted, shards, [&](const Row& row) {
    return pass(decode_unadmitted(key_at(row, 0), row.bytes(2)), each);
  });
}

Status PostgresReads::each_item(const ShardSet& shards, const Each<Item>& each) const {
  return scan_shards(kItems, shards, [&](const Row& row) {
    return pass(decode_item(key_at(row, 0), row.bytes(2)), each);
  });
}

Status PostgresReads::each_change(const ShardSet& shards, Instant since,
                                  const Each<Change>& each) const {
  Parameters parameters;
  parameters.add_array(array_of(shards)).add(Type::kBigint, since.unix_microseconds());
  return scan(kChanges, parameters, [&](const Row& row) {
    const ChangeKey key{.at = Instant::from_unix_microseconds(row.integer(0)),
                        .page = key_at(row, 1)};
    return pass(decode_change(key, row.bytes(3)), each);
  });
}

Status PostgresReads::each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const {
  const auto parameters = Parameters().add(Type::kSmallint, static_cast<int64_t>(kind));
  return scan(kIds, parameters, [&](const Row& row) {
    return each({kind, std::string(row.bytes(0)), static_cast<uint64_t>(row.integer(1))});
  });
}

}  // namespace freshet::store
