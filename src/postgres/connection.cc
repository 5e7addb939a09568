#include "postgres/connection.h"

#include <libpq-fe.h>

#include <array>

#include "postgres/dsn.h"
#include "postgres/failure.h"
#include "postgres/result_handle.h"

namespace freshet::postgres {
namespace {

constexpr const char* kConnecting = "connecting to";
constexpr const char* kReading = "reading from";
constexpr const char* kWriting = "writing to";
constexpr std::string_view kCanceled = "57014";

struct Setting {
  const char* keyword;
  const char* value;
};

// What is given before the DSN may be overridden by it, unlike what is given after it.
constexpr std::array kDefaults = {
    Setting{"connect_timeout", "5"},  Setting{"tcp_user_timeout", "20000"},
    Setting{"keepalives_idle", "10"}, Setting{"keepalives_interval", "5"},
    Setting{"keepalives_count", "3"}, Setting{"fallback_application_name", "freshet"}};

std::string_view sqlstate_of(const PGresult* result) {
  const char* code = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return code == nullptr ? "" : code;
}

class ConnectionSettings {
 public:
  explicit ConnectionSettings(const std::string& dsn) {
    for (const Setting& one : kDefaults) add(one);
    add({"dbname", dsn.c_str()});
    add({"client_encoding", "UTF8"});
    add({nullptr, nullptr});
  }
  PGconn* connect() const {
    return PQconnectdbParams(keywords_.data(), values_.data(), kExpandDsn);
  }
  PGPing ping() const { return PQpingParams(keywords_.data(), values_.data(), kExpandDsn); }

 private:
  static constexpr int kExpandDsn = 1;

  void add(const Setting& setting) {
    keywords_.push_back(setting.keyword);
    values_.push_back(setting.value);
  }
  std::vector<const char*> keywords_;
  std::vector<const char*> values_;
};

}  // namespace

void Connection::Close::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

// An error without an SQLSTATE is of libpq, not of the server: then the connection cannot be used
// further, even if libpq still has the status CONNECTION_OK because only writing has failed.
Error Connection::error_of(std::string_view action, const pg_result* result) {
  const char* reason =
      result == nullptr ? PQerrorMessage(connection_.get()) : PQresultErrorMessage(result);
  const std::string_view sqlstate = sqlstate_of(result);
  is_lost_ = is_lost_ || sqlstate.empty() || PQstatus(connection_.get()) == CONNECTION_BAD;
  return {std::string(action) + " PostgreSQL: " + one_line(reason),
          is_lost_ ? ErrorKind::kUnavailable : kind_of(sqlstate)};
}

Result<Connection> Connection::open(const std::string& dsn) {
  if (Status checked = check_dsn(dsn); !checked) return Unexpected(checked.error());
  const ConnectionSettings settings(dsn);
  Connection opened;
  opened.connection_.reset(settings.connect());
  if (PQstatus(opened.connection_.get()) != CONNECTION_OK) {
    Error error = opened.error_of(kConnecting);
    error.message = without_passwords(dsn, std::move(error.message));
    if (settings.ping() == PQPING_OK) error.kind = ErrorKind::kDenied;
    return Unexpected(std::move(error));
  }
  PQsetNoticeProcessor(
      opened.connection_.get(), [](void*, const char*) {}, nullptr);
  return opened;
}

bool Connection::is_idle() const {
  return !is_lost_ && PQstatus(connection_.get()) == CONNECTION_OK &&
         PQtransactionStatus(connection_.get()) == PQTRANS_IDLE;
}

Status Connection::run(const std::string& statements) {
  const ResultHandle result(PQexec(connection_.get(), statements.c_str()));
  if (is_success(result.get())) return Done{};
  return Unexpected(error_of(kWriting, result.get()));
}

Status Connection::query(const std::string& sql, const std::vector<std::string>& parameters,
                         const RowCallback& callback) {
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  if (PQsendQueryParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) != 1 ||
      PQsetSingleRowMode(connection_.get()) != 1) {
    return Unexpected(error_of(kReading));
  }
  Status status = Done{};
  while (true) {
    const ResultHandle result(PQgetResult(connection_.get()));
    if (!result) return status;
    if (!is_success(result.get())) status = Unexpected(error_of(kReading, result.get()));
    for (int row = 0; row < PQntuples(result.get()); ++row) callback(Row(result.get(), row));
  }
}

Status Connection::prepare(const Statement& statement) {
  if (prepared_.contains(statement.name)) return Done{};
  const ResultHandle result(
      PQprepare(connection_.get(), statement.name.c_str(), statement.sql.c_str(), 0, nullptr));
  if (!is_success(result.get())) return Unexpected(error_of("preparing for", result.get()));
  prepared_.insert(statement.name);
  return Done{};
}

Status Connection::execute(const Statement& statement, const Parameters& parameters,
                           const BinaryRowCallback& callback) {
  if (Status prepared = prepare(statement); !prepared) return prepared;
  const LibpqParameters values(parameters);
  if (PQsendQueryPrepared(connection_.get(), statement.name.c_str(), values.count(),
                          values.values.data(), values.sizes.data(), values.formats.data(),
                          1) != 1 ||
      PQsetSingleRowMode(connection_.get()) != 1) {
    return Unexpected(error_of(kReading));
  }
  Status status = Done{};
  bool is_wanted = true;
  while (true) {
    const ResultHandle result(PQgetResult(connection_.get()));
    if (!result) return status;
    if (!is_success(result.get()) && (is_wanted || sqlstate_of(result.get()) != kCanceled)) {
      status = Unexpected(error_of(kReading, result.get()));
    }
    for (int row = 0; is_wanted && row < PQntuples(result.get()); ++row) {
      is_wanted = callback(BinaryRow(result.get(), row));
      if (!is_wanted) cancel();
    }
  }
}

void Connection::cancel() {
  struct Free {
    void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
  };
  const std::unique_ptr<PGcancel, Free> request(PQgetCancel(connection_.get()));
  std::array<char, 256> reason{};
  // If it fails, the remaining rows are read and dropped.
  if (request) PQcancel(request.get(), reason.data(), static_cast<int>(reason.size()));
}

int Connection::descriptor() const {
  return PQsocket(connection_.get());
}

Result<std::vector<Notification>> Connection::notifications() {
  if (PQconsumeInput(connection_.get()) != 1) return Unexpected(error_of(kReading));
  struct Free {
    void operator()(PGnotify* notification) const { PQfreemem(notification); }
  };
  std::vector<Notification> arrived;
  while (const auto one = std::unique_ptr<PGnotify, Free>(PQnotifies(connection_.get()))) {
    arrived.push_back({one->relname, one->extra});
  }
  return arrived;
}

}  // namespace freshet::postgres
