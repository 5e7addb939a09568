// The contract of the registry on PostgreSQL: on a server that the program starts, and on the
// database with the extension citus that the environment variable FRESHET_TEST_CITUS_DSN names.
#include <cstdlib>

#include "cluster/postgres_registry.h"
#include "cluster/postgres_tasks.h"
#include "contract/registry_contract.h"
#include "contract/registry_contract_rates.h"
#include "contract/tasks_contract.h"
#include "postgres/connection.h"
#include "support/postgres.h"
#include "support/postgres_collection.h"

namespace freshet::cluster {
namespace {

class PostgresMaker {
 public:
  explicit PostgresMaker(const std::string& dsn = test::shared_postgres_server().dsn())
      : collection_(dsn), administrator_(postgres::Connection::open(dsn).value()) {}

  static std::string missing() {
    const auto& server = test::shared_postgres_server();
    if (server.installed() && !server.trouble().empty()) {
      ADD_FAILURE() << "PostgreSQL does not start: " << server.trouble();
    }
    return server.trouble();
  }

  Result<std::unique_ptr<Registry>> connect() {
    return open_postgres_registry(named(collection_.dsn()), collection_.schema(),
                                  {.lease = kLease});
  }
  Result<std::unique_ptr<Tasks>> connect_tasks() {
    return open_postgres_tasks(named(collection_.dsn()), collection_.schema());
  }
  // Sets all times in the tables back.
  void pass(Duration time) {
    const std::string back =
        " - interval '" + std::to_string(time.in_microseconds()) + " microseconds'";
    const auto set_back = [&](const std::string& table, const std::vector<std::string>& columns) {
      std::string set;
      for (const std::string& column : columns) {
        set += (set.empty() ? "" : ", ") + column + " = " + column + back;
      }
      run("UPDATE " + collection_.schema() + "." + table + " SET " + set);
    };
    set_back("agent", {"joined", "heard", "lease_until"});
    set_back("address_lease", {"since", "until", "next_allowed"});
    set_back("address_want", {"asked"});
    set_back("task", {"started", "driver_until"});
  }
  void drop_connections() {
    const std::string others = "FROM pg_stat_activity WHERE application_name = '" + name() + "'";
    run("SELECT pg_terminate_backend(pid) " + others);
    for (bool is_gone = false; !is_gone;) {
      const Status asked =
          administrator_.query("SELECT count(*) " + others,
                               [&](const postgres::Row& row) { is_gone = row.integer(0) == 0; });
      ASSERT_TRUE(asked) << asked.error().message;
    }
  }
  void announce(const store::ShardSet& shards) {
    std::string list;
    for (int shard = 0; shard < store::kShards; ++shard) {
      if (!shards.contains(static_cast<store::ShardId>(shard))) continue;
      list += (list.empty() ? "" : ",") + std::to_string(shard);
    }
    run("NOTIFY freshet_inbox, '" + list + "'");
  }

 private:
  // By which the connections of this test are found in a server that others use, too.
  std::string name() const { return "registry " + collection_.schema(); }
  std::string named(const std::string& dsn) const {
    if (dsn.find("://") == std::string::npos) return dsn + " application_name='" + name() + "'";
    const std::string begin = dsn.find('?') == std::string::npos ? "?" : "&";
    return dsn + begin + "application_name=registry%20" + collection_.schema();
  }
  void run(const std::string& statements) {
    const Status done = administrator_.run(statements);
    ASSERT_TRUE(done) << done.error().message;
  }

  const test::PostgresCollection collection_;
  postgres::Connection administrator_;
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

struct MakerNames {
  template <typename Maker>
  static std::string GetName(int) {
    return std::is_same_v<Maker, CitusMaker> ? "Citus" : "Postgres";
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Every, RegistryContract, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, RegistryContractRates, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, TasksContract, Makers, MakerNames);

}  // namespace
}  // namespace freshet::cluster
