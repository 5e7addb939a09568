#include <array>

#include "catalog/copy_rows.h"
#include "catalog/postgres_schema.h"
#include "catalog/target.h"
#include "catalog/text_vector.h"
#include "database/postgres.h"

namespace freshet::catalog {
namespace {

using database::PostgresConnection;
using database::PostgresRow;

constexpr size_t kGatheredBytes = 8 << 20;  // then all that was gathered is sent

enum Table : uint8_t {
  kCommunities,
  kDomains,
  kSites,
  kPages,
  kLinks,
  kHistory,
  kStamps,
  kRelinked,
  kRemoved,
  kRefreshed,
  kTables
};
constexpr std::array<const char*, kTables> kNames = {
    "communities", "domains", "sites",    "pages",   "links",
    "history",     "stamps",  "relinked", "removed", "refreshed"};

// What every visit changes; the order is that of the columns.
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

// All in one transaction: made anew, tables are filled in a schema of their own that then takes the
// other's name; else rows are gathered in temporary tables.
class PostgresWriter final : public Writer {
 public:
  explicit PostgresWriter(std::string dsn) : dsn_(std::move(dsn)) {}

  Result<Held> begin(const Loading& loading) override {
    loading_ = loading;
    auto opened = PostgresConnection::open(dsn_);
    if (!opened) return Unexpected(opened.error());
    server_.emplace(std::move(*opened));
    // Texts are long: this packs them in a fifth of the time. Servers that cannot do without.
    (void)server_->run("SET default_toast_compression = 'lz4'");
    // One conversion at a time. Readers wait for nothing.
    if (Status begun = server_->run("BEGIN; SELECT pg_advisory_xact_lock(hashtext('freshet'))");
        !begun) {
      return Unexpected(begun.error());
    }
    auto held = judge();
    if (!held) return held;
    anew_ = held->anew;
    const std::string make = anew_ ? std::string(
                                         "SET LOCAL maintenance_work_mem = '256MB';"
                                         "DROP SCHEMA IF EXISTS freshet_loading CASCADE;"
                                         "CREATE SCHEMA freshet_loading;"
                                         "SET LOCAL search_path = freshet_loading;") +
                                         kPostgresTables
                                   : std::string(kPostgresGathering);
    if (Status made = server_->run(make); !made) return Unexpected(made.error());
    return held;
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& each) override {
    return server_->query(
        "SELECT page_id, state, content FROM freshet.stamps", [&](const PostgresRow& row) {
          each(row.integer(0), {.state = static_cast<uint64_t>(row.integer(1)),
                                .content = static_cast<uint64_t>(row.integer(2))});
        });
  }

  Status put(const Community& community) override {
    gathered_[kCommunities].begin_row(2).add(community.id).add(community.name);
    return send_if_much();
  }
  Status put(const Domain& domain) override {
    gathered_[kDomains].begin_row(3).add(domain.id).add(domain.community).add(domain.name);
    return send_if_much();
  }
  Status put(const Site& site) override {
    gathered_[kSites].begin_row(4).add(site.id).add(site.domain).add(site.community).add(site.url);
    return send_if_much();
  }

  Status put(Entry entry) override {
    const Page& page = entry.page;
    CopyRows& row = gathered_[kPages].begin_row(32).add(page.id).add(page.site).add(page.url);
    add_state(row, page);
    row.add(page.title).add(page.description).add(page.language).add(page.language_from);
    row.add(page.translation_group).add(page.media_type);
    row.add(page.link_share).add(page.text).add(page.boilerplate);
    if (entry.words.empty())
      row.add_null();
    else
      row.add(text_vector(entry.words));
    add_links(page.id, page.links);
    add_history(entry);
    return send_if_much();
  }

  Status refresh(const Entry& entry) override {
    add_state(gathered_[kRefreshed].begin_row(20).add(entry.page.id), entry.page);
    add_history(entry);
    return send_if_much();
  }

  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    gathered_[kRelinked].begin_row(1).add(page);
    add_links(page, links);
    return send_if_much();
  }

  Status remove(int64_t page) override {
    gathered_[kRemoved].begin_row(1).add(page);
    return send_if_much();
  }

  Status finish(const Closing& closing) override {
    if (Status sent = send(); !sent) return sent;
    const std::string take_over = anew_ ? std::string(kPostgresIndexes) +
                                              "DROP SCHEMA IF EXISTS freshet CASCADE;"
                                              "ALTER SCHEMA freshet_loading RENAME TO freshet;"
                                        : std::string(kPostgresTakingOver);
    if (Status taken = server_->run(take_over); !taken) return taken;
    std::string last;
    for (const auto& [key, value] : meta_of(loading_, closing)) {
      // Digits and letters of our own making.
      last.append("INSERT INTO freshet.meta VALUES('").append(key).append("', '").append(value);
      last += "') ON CONFLICT (key) DO UPDATE SET value = excluded.value;";
    }
    if (Status noted = server_->run(last + "COMMIT"); !noted) return noted;
    // So that the first queries are planned well; what fails here is done by the server itself.
    if (anew_) (void)server_->run("ANALYZE freshet.pages, freshet.links");
    server_.reset();
    return Done{};
  }

 private:
  Result<Held> judge() {
    Meta meta;
    bool is_there = false;
    const auto there = [&](const PostgresRow& row) { is_there = row.text(0) == "t"; };
    Status read = server_->query("SELECT to_regnamespace('freshet') IS NOT NULL", there);
    if (!read) return Unexpected(read.error());
    if (!is_there) return Held();
    bool is_ours = false;
    read = server_->query("SELECT to_regclass('freshet.stamps') IS NOT NULL",
                          [&](const PostgresRow& row) { is_ours = row.text(0) == "t"; });
    if (!read) return Unexpected(read.error());
    if (!is_ours) return fail("the schema freshet of that database is no catalogue of Freshet");
    read = server_->query("SELECT key, value FROM freshet.meta",
                          [&](const PostgresRow& row) { meta.emplace(row.text(0), row.text(1)); });
    if (!read) return Unexpected(read.error());
    return judge_target(meta, loading_, "that database");
  }

  void add_links(int64_t page, const std::vector<Page::Link>& links) {
    for (const Page::Link& link : links) {
      gathered_[kLinks].begin_row(3).add(page).add(link.target).add(link.nofollow);
    }
  }

  void add_history(const Entry& entry) {
    for (const HistoryVisit& visit : entry.page.history) {
      gathered_[kHistory].begin_row(4).add(entry.page.id).add(visit.at).add(visit.outcome);
      gathered_[kHistory].add(static_cast<int64_t>(visit.size));
    }
    gathered_[kStamps].begin_row(3).add(entry.page.id);
    gathered_[kStamps].add(static_cast<int64_t>(entry.stamp.state));
    gathered_[kStamps].add(static_cast<int64_t>(entry.stamp.content));
  }

  Status send_if_much() {
    size_t bytes = 0;
    for (const CopyRows& rows : gathered_) bytes += rows.bytes().size();
    return bytes < kGatheredBytes ? Status(Done{}) : send();
  }

  Status send() {
    for (size_t i = 0; i < kTables; ++i) {
      if (gathered_[i].empty()) continue;
      const std::string table =
          anew_ ? std::string("freshet_loading.") + kNames[i] : std::string(kNames[i]) + "_in";
      if (Status copied = server_->copy(table, gathered_[i].bytes()); !copied) return copied;
      gathered_[i].clear();
    }
    return Done{};
  }

  const std::string dsn_;
  Loading loading_;
  bool anew_ = true;
  std::optional<PostgresConnection> server_;
  std::array<CopyRows, kTables> gathered_;
};

}  // namespace

std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn) {
  return std::make_unique<PostgresWriter>(dsn);
}

}  // namespace freshet::catalog
