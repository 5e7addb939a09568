#include <array>

#include "catalog/copy_rows.h"
#include "catalog/postgres_schema.h"
#include "catalog/target.h"
#include "catalog/tsvector.h"
#include "postgres/connection.h"

namespace freshet::catalog {
namespace {

using postgres::Connection;
using postgres::Row;

constexpr size_t kMaxBufferedBytes = 8 << 20;  // beyond this all buffers are sent to the server

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

// Writes in one transaction. If the catalogue is rebuilt, rows go into new tables in the schema
// freshet_loading, which is then renamed to freshet. Otherwise they go into temporary tables, which
// finish() merges into the catalogue.
class PostgresWriter final : public Writer {
 public:
  explicit PostgresWriter(std::string dsn) : dsn_(std::move(dsn)) {}

  Result<TargetState> begin(const WriteOptions& options) override {
    options_ = options;
    auto opened = Connection::open(dsn_);
    if (!opened) return Unexpected(opened.error());
    server_.emplace(std::move(*opened));
    // LZ4 compresses long texts in a fifth of the time. A server without LZ4 refuses the setting
    // and uses its default.
    (void)server_->run("SET default_toast_compression = 'lz4'");
    // The lock admits one conversion at a time. Readers do not take it and never wait.
    if (Status begun = server_->run("BEGIN; SELECT pg_advisory_xact_lock(hashtext('freshet'))");
        !begun) {
      return Unexpected(begun.error());
    }
    auto state = check_schema();
    if (!state) return state;
    rebuild_ = state->rebuild;
    const std::string create = rebuild_ ? std::string(
                                              "SET LOCAL maintenance_work_mem = '256MB';"
                                              "DROP SCHEMA IF EXISTS freshet_loading CASCADE;"
                                              "CREATE SCHEMA freshet_loading;"
                                              "SET LOCAL search_path = freshet_loading;") +
                                              kPostgresTables
                                        : std::string(kPostgresStagingTables);
    if (Status created = server_->run(create); !created) return Unexpected(created.error());
    return state;
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    return server_->query(
        "SELECT page_id, state, content FROM freshet.stamps", [&](const Row& row) {
          callback(row.integer(0), {.state = static_cast<uint64_t>(row.integer(1)),
                                    .content = static_cast<uint64_t>(row.integer(2))});
        });
  }

  Status put(const Community& community) override {
    buffers_[kCommunities].begin_row(2).add(community.id).add(community.name);
    return send_if_full();
  }
  Status put(const Domain& domain) override {
    buffers_[kDomains].begin_row(3).add(domain.id).add(domain.community).add(domain.name);
    return send_if_full();
  }
  Status put(const Site& site) override {
    buffers_[kSites].begin_row(4).add(site.id).add(site.domain).add(site.community).add(site.url);
    return send_if_full();
  }

  Status put(Entry entry) override {
    const Page& page = entry.page;
    CopyRows& row = buffers_[kPages].begin_row(32).add(page.id).add(page.site).add(page.url);
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
    return send_if_full();
  }

  Status refresh(const Entry& entry) override {
    add_state(buffers_[kRefreshed].begin_row(20).add(entry.page.id), entry.page);
    add_history(entry);
    return send_if_full();
  }

  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    buffers_[kRelinked].begin_row(1).add(page);
    add_links(page, links);
    return send_if_full();
  }

  Status remove(int64_t page) override {
    buffers_[kRemoved].begin_row(1).add(page);
    return send_if_full();
  }

  Status finish(const ConversionRecord& record) override {
    if (Status sent = send(); !sent) return sent;
    const std::string publish = rebuild_ ? std::string(kPostgresIndexes) +
                                               "DROP SCHEMA IF EXISTS freshet CASCADE;"
                                               "ALTER SCHEMA freshet_loading RENAME TO freshet;"
                                         : std::string(kPostgresMerge);
    if (Status published = server_->run(publish); !published) return published;
    std::string put_meta;
    for (const auto& [key, value] : meta_of(options_, record)) {
      // Keys and values are made by this program and have only letters and digits: no quoting
      // needed.
      put_meta.append("INSERT INTO freshet.meta VALUES('").append(key).append("', '").append(value);
      put_meta += "') ON CONFLICT (key) DO UPDATE SET value = excluded.value;";
    }
    if (Status committed = server_->run(put_meta + "COMMIT"); !committed) return committed;
    // Gives the planner statistics for the first queries. If this fails, autovacuum does it later.
    if (rebuild_) (void)server_->run("ANALYZE freshet.pages, freshet.links");
    server_.reset();
    return Done{};
  }

 private:
  Result<bool> is_true(const std::string& expression) {
    bool value = false;
    const Status read =
        server_->query("SELECT " + expression, [&](const Row& row) { value = row.text(0) == "t"; });
    if (!read) return Unexpected(read.error());
    return value;
  }

  Result<TargetState> check_schema() {
    const auto has_schema = is_true("to_regnamespace('freshet') IS NOT NULL");
    if (!has_schema) return Unexpected(has_schema.error());
    if (!*has_schema) return TargetState();
    const auto is_catalogue = is_true("to_regclass('freshet.stamps') IS NOT NULL");
    if (!is_catalogue) return Unexpected(is_catalogue.error());
    if (!*is_catalogue) {
      return fail(
          "the schema freshet of that database is not a catalogue of Freshet; name another "
          "database with --dsn");
    }
    Meta meta;
    const Status read = server_->query("SELECT key, value FROM freshet.meta", [&](const Row& row) {
      meta.emplace(row.text(0), row.text(1));
    });
    if (!read) return Unexpected(read.error());
    return check_target(meta, options_, "that database");
  }

  void add_links(int64_t page, const std::vector<Page::Link>& links) {
    for (const Page::Link& link : links) {
      buffers_[kLinks].begin_row(3).add(page).add(link.target).add(link.nofollow);
    }
  }

  void add_history(const Entry& entry) {
    for (const HistoryVisit& visit : entry.page.history) {
      buffers_[kHistory].begin_row(4).add(entry.page.id).add(visit.at).add(visit.outcome);
      buffers_[kHistory].add(static_cast<int64_t>(visit.size));
    }
    buffers_[kStamps].begin_row(3).add(entry.page.id);
    buffers_[kStamps].add(static_cast<int64_t>(entry.stamp.state));
    buffers_[kStamps].add(static_cast<int64_t>(entry.stamp.content));
  }

  Status send_if_full() {
    size_t bytes = 0;
    for (const CopyRows& rows : buffers_) bytes += rows.bytes().size();
    return bytes < kMaxBufferedBytes ? Status(Done{}) : send();
  }

  Status send() {
    for (size_t i = 0; i < kTables; ++i) {
      if (buffers_[i].empty()) continue;
      const std::string table = rebuild_ ? std::string("freshet_loading.") + kNames[i]
                                         : std::string(kNames[i]) + "_staged";
      if (Status copied = server_->copy(table, buffers_[i].bytes()); !copied) return copied;
      buffers_[i].clear();
    }
    return Done{};
  }

  const std::string dsn_;
  WriteOptions options_;
  bool rebuild_ = true;
  std::optional<Connection> server_;
  std::array<CopyRows, kTables> buffers_;
};

}  // namespace

std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn) {
  return std::make_unique<PostgresWriter>(dsn);
}

}  // namespace freshet::catalog
