#include "catalog/postgres_rows.h"

#include <algorithm>

#include "catalog/tsvector.h"

namespace freshet::catalog {
namespace {

constexpr size_t kMaxBufferedBytes = 8 << 20;
constexpr const char* kNames[] = {"communities", "domains", "sites",    "pages",   "links",
                                  "history",     "stamps",  "relinked", "removed", "refreshed"};

// Adds the columns that a visit changes, in the order of the table's columns.
void add_state(CopyRows& row, const Page& page) {
  row.add(page.result);
  if (page.http_status == 0)
    row.add_null();
  else
    row.add_int(page.http_status);
  row.add_int(page.depth).add(static_cast<int64_t>(page.size));
  row.add(page.first_seen).add(page.last_visit).add(page.last_verified).add(page.last_change);
  row.add(page.modified).add(page.modified_from);
  row.add(page.digest).add(page.duplicate_of).add(page.redirect_to).add(page.noindex);
  row.add(page.rank).add(page.belief_a).add(page.belief_b);
  row.add(page.warc_file).add(static_cast<int64_t>(page.warc_offset));
}

}  // namespace

void PostgresRows::put(const Community& community) {
  tables_[kCommunities].begin_row(2).add(community.id).add(community.name);
}

void PostgresRows::put(const Domain& domain) {
  tables_[kDomains].begin_row(3).add(domain.id).add(domain.community).add(domain.name);
}

void PostgresRows::put(const Site& site) {
  tables_[kSites].begin_row(4).add(site.id).add(site.domain).add(site.community).add(site.url);
}

void PostgresRows::put(const Entry& entry) {
  const Page& page = entry.page;
  CopyRows& row = tables_[kPages].begin_row(32).add(page.id).add(page.site).add(page.url);
  add_state(row, page);
  row.add(page.title).add(page.description).add(page.language).add(page.language_from);
  row.add(page.translation_group).add(page.media_type);
  row.add(page.link_share).add(page.text).add(page.boilerplate);
  if (entry.words.empty())
    row.add_null();
  else
    row.add(tsvector_of(entry.words));
  add_links(page.id, page.links);
  add_history(entry);
}

void PostgresRows::refresh(const Entry& entry) {
  add_state(tables_[kRefreshed].begin_row(20).add(entry.page.id), entry.page);
  add_history(entry);
}

void PostgresRows::put_links(int64_t page, const std::vector<Page::Link>& links) {
  tables_[kRelinked].begin_row(1).add(page);
  add_links(page, links);
}

void PostgresRows::remove(int64_t page) {
  tables_[kRemoved].begin_row(1).add(page);
}

void PostgresRows::add_links(int64_t page, const std::vector<Page::Link>& links) {
  for (const Page::Link& link : links) {
    tables_[kLinks].begin_row(3).add(page).add(link.target).add(link.nofollow);
  }
}

void PostgresRows::add_history(const Entry& entry) {
  for (const HistoryVisit& visit : entry.page.history) {
    tables_[kHistory].begin_row(4).add(entry.page.id).add(visit.at).add(visit.outcome);
    tables_[kHistory].add(static_cast<int64_t>(visit.size));
  }
  tables_[kStamps].begin_row(3).add(entry.page.id);
  tables_[kStamps].add(static_cast<int64_t>(entry.stamp.state));
  tables_[kStamps].add(static_cast<int64_t>(entry.stamp.content));
}

bool PostgresRows::empty() const {
  return items_.empty() && std::all_of(tables_.begin(), tables_.end(),
                                       [](const CopyRows& rows) { return rows.empty(); });
}

bool PostgresRows::is_full() const {
  size_t bytes = items_.bytes();
  for (const CopyRows& rows : tables_) bytes += rows.bytes().size();
  return bytes >= kMaxBufferedBytes;
}

Status PostgresRows::send(postgres::Connection& server) {
  for (size_t i = 0; i < kTables; ++i) {
    if (tables_[i].empty()) continue;
    const std::string table = std::string("freshet_loading.") + kNames[i];
    if (Status copied = server.copy(table, tables_[i].bytes()); !copied) return copied;
    tables_[i].clear();
  }
  return items_.send(server);
}

Status each_postgres_stamp(postgres::Connection& server,
                           const std::function<void(int64_t, const Stamp&)>& callback) {
  return server.query(
      "SELECT page_id, state, content FROM freshet.stamps", [&](const postgres::Row& row) {
        callback(row.integer(0), {.state = static_cast<uint64_t>(row.integer(1)),
                                  .content = static_cast<uint64_t>(row.integer(2))});
      });
}

}  // namespace freshet::catalog
