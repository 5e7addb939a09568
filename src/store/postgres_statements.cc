#include "store/postgres_statements.h"

namespace freshet::store {
namespace {

using postgres::Type;

constexpr Column kShard{"shard", Type::kSmallint};
constexpr Column kSite{"site", Type::kBigint};
constexpr Column kPage{"page", Type::kBigint};

std::vector<Column> of_page(std::vector<Column> more = {}) {
  more.insert(more.begin(), {kShard, kSite, kPage});
  return more;
}

Column bytes(const char* name) {
  return {name, Type::kBytes};
}
Column number(const char* name) {
  return {name, Type::kBigint};
}

// What follows ON CONFLICT where a page has one row.
std::string replace(std::string_view column) {
  const std::string name(column);
  return "(shard, site, page) DO UPDATE SET " + name + " = excluded." + name;
}

// Compares the rows of a table with the given ones: the shard as Routing wants it, then the other
// columns of the key.
std::string same_key(const std::vector<Column>& key) {
  std::string condition = "old.shard = %S";
  for (size_t i = 1; i < key.size(); ++i) {
    condition.append(" AND old.").append(key[i].name).append(" = given.").append(key[i].name);
  }
  return condition;
}

RowStatement delete_rows(const char* name, const std::string& table, std::vector<Column> key,
                         Routing routing) {
  const std::string condition = same_key(key);
  return {name, std::move(key), "DELETE FROM " + table + " AS old USING", "WHERE " + condition,
          routing};
}

RowStatement find_rows(const char* name, const std::string& table, const std::string& value,
                       std::vector<Column> key, Routing routing) {
  const std::string join = "JOIN " + table + " AS old ON " + same_key(key);
  return {name, std::move(key), "SELECT given.number, old." + value + " FROM", join, routing};
}

}  // namespace

WriteStatements::WriteStatements(Routing routing)
    : admit("page", of_page({number("next_visit"), bytes("state")}), "DO NOTHING", routing),
      put_pages("page", of_page({number("next_visit"), bytes("state")}),
                replace("next_visit") + ", state = excluded.state", routing),
      // A large value that is assigned to itself is not written again.
      put_sites("site", {kShard, kSite, bytes("state"), bytes("robots")},
                "(shard, site) DO UPDATE SET state = excluded.state, robots = "
                "CASE WHEN old.robots = excluded.robots THEN old.robots ELSE excluded.robots END",
                routing),
      put_links("page_links", of_page({bytes("links")}), replace("links"), routing),
      put_unadmitted("unadmitted", of_page({{"preference", Type::kInteger}, bytes("found")}),
                     replace("preference") +
                         ", found = excluded.found WHERE excluded.preference < old.preference",
                     routing),
      put_versions("page_version", of_page({bytes("version")}), replace("version"), routing),
      put_listed_dates("listed_date", of_page({number("listed")}), replace("listed"), routing),
      put_items("item", of_page({bytes("item")}), replace("item"), routing),
      put_changes("change", {kShard, number("changed_at"), kSite, kPage, bytes("change")},
                  "(shard, changed_at, site, page) DO UPDATE SET change = excluded.change",
                  routing),
      put_claims("content", {kShard, bytes("digest"), kSite, kPage, bytes("original")},
                 "(shard, digest) DO UPDATE SET original = excluded.original "
                 "WHERE old.site = excluded.site AND old.page = excluded.page",
                 routing),
      put_discoveries("discovery", {kShard, number("found_at"), kSite, kPage, bytes("found")},
                      "DO NOTHING", routing),
      put_ids("id", {{"kind", Type::kSmallint}, bytes("name"), number("id")}, "DO NOTHING",
              Routing::kAnyShards),
      put_facts("fact", {bytes("name"), bytes("value")},
                "(name) DO UPDATE SET value = excluded.value", Routing::kAnyShards),
      remove_unadmitted(delete_rows("remove unadmitted", "unadmitted", of_page(), routing)),
      settle_discoveries(delete_rows("settle discoveries", "discovery",
                                     {kShard, number("found_at"), kSite, kPage}, routing)),
      withdraw_changes(delete_rows("withdraw changes", "change",
                                   {kShard, number("changed_at"), kSite, kPage}, routing)) {}

ReadStatements::ReadStatements(Routing how)
    : routing(how),
      pages(find_rows("find pages", "page", "state", of_page(), how)),
      versions(find_rows("find versions", "page_version", "version", of_page(), how)),
      originals(
          find_rows("find originals", "content", "original", {kShard, bytes("digest")}, how)) {}

}  // namespace freshet::store
