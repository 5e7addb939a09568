#include "catalog/postgres_loading.h"
#include "catalog/postgres_rows.h"

namespace freshet::catalog {
namespace {

// Writes in one transaction.
class PostgresWriter final : public Writer {
 public:
  explicit PostgresWriter(std::string dsn) : dsn_(std::move(dsn)) {}

  Result<TargetState> begin(const WriteOptions& options) override {
    auto opened = PostgresLoading::open(dsn_);
    if (!opened) return Unexpected(opened.error());
    loading_.emplace(std::move(*opened));
    return loading_->begin(options);
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    return each_postgres_stamp(loading_->server(), callback);
  }

  Status put(const Community& community) override { return add(community); }
  Status put(const Domain& domain) override { return add(domain); }
  Status put(const Site& site) override { return add(site); }
  Status put(Entry entry) override { return add(entry); }
  Status refresh(const Entry& entry) override {
    rows_.refresh(entry);
    return send_if_full();
  }
  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    rows_.put_links(page, links);
    return send_if_full();
  }
  Status remove(int64_t page) override {
    rows_.remove(page);
    return send_if_full();
  }

  Status finish(const ConversionRecord& record) override {
    if (Status sent = rows_.send(loading_->server()); !sent) return sent;
    if (Status published = loading_->publish(record); !published) return published;
    loading_.reset();
    return Done{};
  }

 private:
  template <typename Row>
  Status add(const Row& row) {
    rows_.put(row);
    return send_if_full();
  }
  Status send_if_full() {
    return rows_.is_full() ? rows_.send(loading_->server()) : Status(Done{});
  }

  const std::string dsn_;
  std::optional<PostgresLoading> loading_;
  PostgresRows rows_;
};

}  // namespace

std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn) {
  return std::make_unique<PostgresWriter>(dsn);
}

}  // namespace freshet::catalog
