// The contract of the store on PostgreSQL: on a server that the program starts, and on the database
// with the extension citus that the environment variable FRESHET_TEST_CITUS_DSN names.
#include <cstdlib>

#include "contract/store_contract.h"
#include "contract/store_contract_durable.h"
#include "contract/store_contract_reads.h"
#include "contract/store_contract_writers.h"
#include "support/postgres.h"
#include "support/postgres_collection.h"

namespace freshet::store {
namespace {

class PostgresMaker {
 public:
  explicit PostgresMaker(const std::string& dsn = test::shared_postgres_server().dsn(),
                         bool flush_every_commit = false)
      : collection_(dsn), flush_every_commit_(flush_every_commit) {}

  static std::string missing() {
    const auto& server = test::shared_postgres_server();
    if (server.installed() && !server.trouble().empty()) {
      ADD_FAILURE() << "PostgreSQL does not start: " << server.trouble();
    }
    return server.trouble();
  }

  Result<std::unique_ptr<Store>> make() {
    return collection_.open({.take = ShardSet::all(), .flush_every_commit = flush_every_commit_});
  }
  // The server does not distinguish a program that was killed from one that still runs.
  Result<std::unique_ptr<Store>> make_after_crash() { return make(); }

 private:
  const test::PostgresCollection collection_;
  const bool flush_every_commit_;
};

// A crash is one of the server.
struct CrashingPostgresMaker : PostgresMaker {
  CrashingPostgresMaker() : PostgresMaker(test::shared_postgres_server().dsn(), true) {}

  Result<std::unique_ptr<Store>> make_after_crash() {
    test::shared_postgres_server().crash();
    return make();
  }
};

std::string citus_dsn() {
  const char* dsn = std::getenv("FRESHET_TEST_CITUS_DSN");
  return dsn == nullptr ? "" : dsn;
}

struct CitusMaker : PostgresMaker {
  CitusMaker() : PostgresMaker(citus_dsn()) {}
  static std::string missing() {
    return citus_dsn().empty() ? "FRESHET_TEST_CITUS_DSN is not set" : "";
  }
};

using Makers = testing::Types<PostgresMaker, CitusMaker>;
using DurableMakers = testing::Types<PostgresMaker, CrashingPostgresMaker, CitusMaker>;

struct MakerNames {
  template <typename Maker>
  static std::string GetName(int) {
    if (std::is_same_v<Maker, CitusMaker>) return "Citus";
    return std::is_same_v<Maker, PostgresMaker> ? "Postgres" : "CrashingPostgres";
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContract, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContractWriters, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContractReads, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Durable, StoreContractDurable, DurableMakers, MakerNames);

}  // namespace
}  // namespace freshet::store
