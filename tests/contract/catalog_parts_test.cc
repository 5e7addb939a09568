// The contract of writers for a conversion whose rows several connections write, and what happens
// if one of them fails.
#include "catalog/postgres_parts.h"
#include "contract/catalog_items_contract.h"
#include "contract/catalog_writer_contract.h"
#include "postgres/connection.h"
#include "support/postgres.h"

namespace freshet::catalog {
namespace {

using Found = std::optional<std::vector<int64_t>>;

// Gives rows to two parts in turn.
class TwoParts final : public Writer {
 public:
  explicit TwoParts(std::string dsn) : dsn_(std::move(dsn)) {}

  Result<TargetState> begin(const WriteOptions& options) override {
    auto begun = PostgresConversion::begin(dsn_, options);
    if (!begun) return Unexpected(begun.error());
    conversion_ = *std::move(begun);
    for (auto& part : parts_) {
      part = make_postgres_part(dsn_, conversion_->key(), options.items);
    }
    return conversion_->target();
  }
  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    return next().each_stamp(callback);
  }
  Status put(const Community& community) override { return next().put(community); }
  Status put(const Domain& domain) override { return next().put(domain); }
  Status put(const Site& site) override { return next().put(site); }
  Status put(Entry entry) override { return next().put(std::move(entry)); }
  Status refresh(const Entry& entry) override { return next().refresh(entry); }
  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    return next().put_links(page, links);
  }
  Status remove(int64_t page) override { return next().remove(page); }
  Status put(const Item& item) override { return next().put(item); }
  Status remove_item(int64_t page) override { return next().remove_item(page); }
  Status finish(const ConversionRecord& record) override {
    for (auto& part : parts_) {
      if (Status finished = part->finish(); !finished) return finished;
    }
    return conversion_->finish(record);
  }

 private:
  PartWriter& next() { return *parts_[++calls_ % parts_.size()]; }

  const std::string dsn_;
  std::unique_ptr<PostgresConversion> conversion_;
  std::array<std::unique_ptr<PartWriter>, 2> parts_;
  size_t calls_ = 0;
};

struct PartsTarget {
  static std::string unavailable_reason() {
    const test::PostgresServer& server = test::shared_postgres_server();
    if (!server.installed()) return server.trouble();
    EXPECT_EQ(server.trouble(), "");
    return "";
  }
  PartsTarget() {
    test::run_in_postgres(
        dsn, "SET client_min_messages = warning; DROP SCHEMA IF EXISTS freshet CASCADE");
  }
  std::unique_ptr<Writer> writer() { return std::make_unique<TwoParts>(dsn); }
  test::CatalogRows rows() { return test::rows_of_postgres(dsn); }
  Found find_pages(const std::string& word) { return test::found_in_postgres(dsn, word); }

  const std::string dsn = test::shared_postgres_server().dsn();
  bool keeps_rows = true;
};

INSTANTIATE_TYPED_TEST_SUITE_P(Parts, CatalogWriterContract, PartsTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Parts, CatalogUpdateContract, PartsTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Parts, CatalogItemsContract, PartsTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Parts, CatalogItemsUpdateContract, PartsTarget);

class CatalogParts : public CatalogWriterContract<PartsTarget> {
 protected:
  std::unique_ptr<PostgresConversion> begin_conversion() {
    auto begun = PostgresConversion::begin(target_->dsn, {.collection = "c"});
    EXPECT_TRUE(begun) << begun.error().message;
    return begun ? *std::move(begun) : nullptr;
  }
  bool has_staging_tables() const {
    return test::ask_postgres(target_->dsn,
                              "SELECT to_regnamespace('freshet_loading') IS NOT NULL") == "t";
  }
  // As if the driver of the conversion that runs were killed.
  void kill_driver() const {
    EXPECT_EQ(test::ask_postgres(
                  target_->dsn,
                  "SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE locktype = "
                  "'advisory' AND objid::bigint = hashtext('freshet')::bigint & 4294967295"),
              "t");
  }
};

TEST_F(CatalogParts, AreNotSeenBeforeTheDriverHasFinished) {
  convert_two();
  const test::CatalogRows before = target_->rows();
  const auto conversion = begin_conversion();
  const auto part = make_postgres_part(target_->dsn, conversion->key());
  put(*part, entry(3, "soap"));
  ASSERT_TRUE(part->finish());
  EXPECT_EQ(target_->rows(), before);
  EXPECT_TRUE(conversion->finish({.pages = 3}));
  EXPECT_EQ(count("pages"), 3U);
  EXPECT_FALSE(has_staging_tables());
}

TEST_F(CatalogParts, LeaveNothingBehindIfTheDriverGivesUp) {
  convert_two();
  auto conversion = begin_conversion();
  const auto part = make_postgres_part(target_->dsn, conversion->key());
  put(*part, entry(3, "soap"));
  ASSERT_TRUE(part->finish());
  conversion.reset();
  EXPECT_FALSE(has_staging_tables());
  EXPECT_EQ(count("pages"), 2U);
  put(*part, entry(4, "soap"));
  const Status late = part->finish();
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("has ended"), std::string::npos) << late.error().message;
}

TEST_F(CatalogParts, OfAKilledDriverAreDroppedByTheNextConversion) {
  for (const bool full : {true, false}) {
    const auto killed = begin_conversion();
    const auto part = make_postgres_part(target_->dsn, killed->key());
    put(*part, entry(3, "soap"));
    ASSERT_TRUE(part->finish());
    kill_driver();
    EXPECT_FALSE(killed->finish({.pages = 1}));
    EXPECT_TRUE(has_staging_tables());
    if (full) convert_two();
    const auto conversion = begin_conversion();
    put(*part, entry(4, "soap"));
    EXPECT_FALSE(part->finish()) << "it belongs to the conversion before";
    EXPECT_TRUE(conversion->finish({.pages = 2}));
    EXPECT_EQ(count("pages"), 2U);
    EXPECT_FALSE(has_staging_tables());
  }
}

// A part that was stopped while it copied rows holds locks of the staging tables.
TEST_F(CatalogParts, ThatAreStuckDoNotKeepTheNextConversionWaiting) {
  convert_two();
  const auto killed = begin_conversion();
  auto stuck = postgres::Connection::open(target_->dsn);
  ASSERT_TRUE(stuck);
  ASSERT_TRUE(stuck->run("BEGIN; INSERT INTO freshet_loading.removed VALUES(1)"));
  kill_driver();
  const auto conversion = begin_conversion();
  EXPECT_FALSE(stuck->run("COMMIT"));
  EXPECT_TRUE(conversion->finish({.pages = 2}));
  EXPECT_EQ(count("pages"), 2U);
}

TEST_F(CatalogParts, IdsAreAssignedByOneProcessAtATime) {
  auto first = IdLock::take(target_->dsn);
  ASSERT_TRUE(first) << first.error().message;
  const std::string try_it = "SELECT pg_try_advisory_lock(hashtext('freshet ids'))";
  EXPECT_EQ(test::ask_postgres(target_->dsn, try_it), "f");
  first->reset();
  EXPECT_TRUE(IdLock::take(target_->dsn)) << "the lock ends with the object";
}

}  // namespace
}  // namespace freshet::catalog
