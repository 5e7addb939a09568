#include "postgres/pipeline.h"

#include <libpq-fe.h>

#include "postgres/result_handle.h"

namespace freshet::postgres {
namespace {

constexpr std::string_view kUsing = "using";

}  // namespace

Pipeline::Pipeline(Connection& connection) : connection_(connection) {
  if (PQenterPipelineMode(connection_.connection_.get()) != 1) note(connection_.error_of(kUsing));
}

Pipeline::~Pipeline() {
  if (!is_finished_) (void)finish();
}

void Pipeline::note(Error error) {
  if (status_) status_ = Unexpected(std::move(error));
}

void Pipeline::add(const Statement& statement, const Parameters& parameters, Callback callback) {
  if (!status_) return;
  PGconn* const connection = connection_.connection_.get();
  if (!connection_.prepared_.contains(statement.name)) {
    if (PQsendPrepare(connection, statement.name.c_str(), statement.sql.c_str(), 0, nullptr) != 1) {
      return note(connection_.error_of(kUsing));
    }
    connection_.prepared_.insert(statement.name);
    expected_.push_back({statement.name, {}});
  }
  const LibpqParameters values(parameters);
  if (PQsendQueryPrepared(connection, statement.name.c_str(), values.count(), values.values.data(),
                          values.sizes.data(), values.formats.data(), 1) != 1) {
    return note(connection_.error_of(kUsing));
  }
  expected_.push_back({{}, std::move(callback)});
}

void Pipeline::read(const Expected& expected) {
  bool is_done = false;
  while (const ResultHandle result = ResultHandle(PQgetResult(connection_.connection_.get()))) {
    is_done = is_success(result.get());
    // What comes after the statement that failed has no error of its own.
    if (!is_done) note(connection_.error_of(kUsing, result.get()));
    if (!is_done || !expected.callback) continue;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
      expected.callback(BinaryRow(result.get(), row));
    }
  }
  if (!is_done && !expected.prepared.empty()) connection_.prepared_.erase(expected.prepared);
}

void Pipeline::read_to_end() {
  PGconn* const connection = connection_.connection_.get();
  for (const Expected& expected : expected_) read(expected);
  while (const ResultHandle result = ResultHandle(PQgetResult(connection))) {
    if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) return;
    note(connection_.error_of(kUsing, result.get()));
  }
  note(connection_.error_of(kUsing));
}

Status Pipeline::finish() {
  if (is_finished_) return status_;
  is_finished_ = true;
  PGconn* const connection = connection_.connection_.get();
  if (PQpipelineStatus(connection) == PQ_PIPELINE_OFF) return status_;
  if (PQpipelineSync(connection) != 1) {
    note(connection_.error_of(kUsing));
    return status_;
  }
  read_to_end();
  if (PQexitPipelineMode(connection) != 1) note(connection_.error_of(kUsing));
  return status_;
}

}  // namespace freshet::postgres
