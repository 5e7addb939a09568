// Moves sites in one row of any table.
#include "store/encoding.h"
#include "store/site_moves.h"

namespace freshet::store {
namespace {

Unexpected<Error> bad_key() {
  return fail("without a valid key");
}

// What follows in the name of a fact is the bytes of a site's id.
constexpr std::string_view kFactsOfSites = "fact/boilerplate/";

void move(std::optional<PageKey>& page, SiteMoves& moves) {
  if (page) page = moves.moved(*page);
}

// Rewrites a value that has ids of sites: decodes it, moves them and encodes it again.
template <typename Value, typename Decode, typename Move, typename Encode>
Result<std::string> rewritten(const Decode& decode, const Move& move, const Encode& encode) {
  Result<Value> value = decode();
  if (!value) return Unexpected(std::move(value).error());
  move(*value);
  std::string bytes;
  encode(*value, bytes);
  return bytes;
}

Result<std::string> moved_value(Table table, const PageKey& key, std::string_view value,
                                SiteMoves& moves) {
  switch (table) {
    case Table::kPages:
      return rewritten<PageState>([&] { return decode_page(key, value); },
                                  [&](PageState& page) {
                                    move(page.duplicate_of, moves);
                                    move(page.listed_on, moves);
                                  },
                                  encode_page);
    case Table::kLinks:
      return rewritten<PageLinks>([&] { return decode_links(key, value); },
                                  [&](PageLinks& links) {
                                    links.from = moves.moved(links.from);
                                    for (PageLinks::Target& target : links.to)
                                      target.key = moves.moved(target.key);
                                  },
                                  encode_links);
    case Table::kUnadmitted:
      return rewritten<UnadmittedUrl>([&] { return decode_unadmitted(key, value); },
                                      [&](UnadmittedUrl& url) { move(url.found_on, moves); },
                                      encode_unadmitted);
    default: return std::string(value);
  }
}

Result<Row> moved_site(std::string_view key, std::string_view value, SiteMoves& moves) {
  const auto site = read_site_key(key);
  if (!site) return bad_key();
  return Row{std::string(site_key(moves.moved(*site)).view()), std::string(value)};
}

Result<Row> moved_page(Table table, std::string_view key, std::string_view value,
                       SiteMoves& moves) {
  const auto page = read_page_key(key);
  if (!page) return bad_key();
  Result<std::string> rest = moved_value(table, *page, value, moves);
  if (!rest) return Unexpected(std::move(rest).error());
  return Row{std::string(page_key(moves.moved(*page)).view()), *std::move(rest)};
}

Result<Row> moved_due(std::string_view key, std::string_view value, SiteMoves& moves) {
  auto due = read_due_key(key);
  if (!due) return bad_key();
  due->key = moves.moved(due->key);
  return Row{std::string(due_key(*due).view()), std::string(value)};
}

Result<Row> moved_change(std::string_view key, std::string_view value, SiteMoves& moves) {
  const auto change = read_change_key(key);
  if (!change) return bad_key();
  const PageKey page = moves.moved(change->page);
  return Row{std::string(change_key(change->at, page).view()), std::string(value)};
}

Result<Row> moved_content(std::string_view key, std::string_view value, SiteMoves& moves) {
  digest::Digest256 content;
  if (key.size() != content.bytes.size()) return bad_key();
  std::copy(key.begin(), key.end(), content.bytes.begin());
  Result<std::string> rest =
      rewritten<Original>([&] { return decode_original(content, value); },
                          [&](Original& original) { original.page = moves.moved(original.page); },
                          [&](const Original& original, std::string& bytes) {
                            encode_original(content, original, bytes);
                          });
  if (!rest) return Unexpected(std::move(rest).error());
  return Row{std::string(key), *std::move(rest)};
}

Result<Row> moved_id(std::string_view key, std::string_view value, SiteMoves& moves) {
  const auto id = read_id_key(key);
  if (!id) return bad_key();
  Row row{std::string(key), std::string(value)};
  if (const auto page = page_named(id->name); page && id->kind == IdKind::kPage) {
    row.key = id_key(id->kind, name_of(moves.moved(*page)));
  } else if (const auto site = site_named(id->name); site && id->kind == IdKind::kSite) {
    row.key = id_key(id->kind, name_of(moves.moved(*site)));
  }
  return row;
}

Result<Row> moved_discovery(std::string_view key, std::string_view value, SiteMoves& moves) {
  const auto id = read_discovery_key(key);
  if (!id) return bad_key();
  Result<std::string> rest = rewritten<Discovery>([&] { return decode_discovery(*id, value); },
                                                  [&](Discovery& found) {
                                                    move(found.found_on, moves);
                                                    move(found.listed_on, moves);
                                                  },
                                                  encode_discovery);
  if (!rest) return Unexpected(std::move(rest).error());
  const DiscoveryId moved{.found_at = id->found_at, .key = moves.moved(id->key)};
  return Row{std::string(discovery_key(moved).view()), *std::move(rest)};
}

Result<Row> moved_meta(std::string_view key, std::string_view value, SiteMoves& moves) {
  Row row{std::string(key), std::string(value)};
  if (!key.starts_with(kFactsOfSites)) return row;
  if (const auto site = site_named(key.substr(kFactsOfSites.size()))) {
    row.key = std::string(kFactsOfSites) + name_of(moves.moved(*site));
  }
  return row;
}

Result<Row> moved(Table table, std::string_view key, std::string_view value, SiteMoves& moves) {
  switch (table) {
    case Table::kMeta: return moved_meta(key, value, moves);
    case Table::kSites: return moved_site(key, value, moves);
    case Table::kPages:
    case Table::kLinks:
    case Table::kUnadmitted:
    case Table::kVersions:
    case Table::kListedDates:
    case Table::kItems: return moved_page(table, key, value, moves);
    case Table::kDue: return moved_due(key, value, moves);
    case Table::kContents: return moved_content(key, value, moves);
    case Table::kChanges: return moved_change(key, value, moves);
    case Table::kIds: return moved_id(key, value, moves);
    case Table::kInbox: return moved_discovery(key, value, moves);
  }
  return fail("of an unknown table");
}

}  // namespace

Result<Row> moved_row(const Database& database, Table table, std::string_view key,
                      std::string_view value, SiteMoves& moves) {
  Result<Row> row = moved(table, key, value, moves);
  if (moves.error()) return Unexpected(*moves.error());
  if (!row) return Unexpected(database.damaged_row(table, row.error().message));
  return row;
}

}  // namespace freshet::store
