#include "catalog/postgres_loading.h"
#include "catalog/postgres_rows.h"

namespace freshet::catalog {
namespace {

// Writes in one transaction.
class PostgresWriter final : public PostgresRowWriter<Writer> {
 public:
  explicit PostgresWriter(std::string dsn) : dsn_(std::move(dsn)) {}

  Result<TargetState> begin(const WriteOptions& options) override {
    auto opened = PostgresLoading::open(dsn_);
    if (!opened) return Unexpected(opened.error());
    loading_.emplace(std::move(*opened));
    set_items(options.items);
    return loading_->begin(options);
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    return each_postgres_stamp(loading_->server(), callback);
  }

  Status finish(const ConversionRecord& record) override {
    if (Status sent = send(); !sent) return sent;
    if (Status published = loading_->publish(record); !published) return published;
    loading_.reset();
    return Done{};
  }

 private:
  Status send() override { return rows().send(loading_->server()); }

  const std::string dsn_;
  std::optional<PostgresLoading> loading_;
};

}  // namespace

std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn) {
  return std::make_unique<PostgresWriter>(dsn);
}

}  // namespace freshet::catalog
