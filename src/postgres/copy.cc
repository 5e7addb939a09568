// The parts of Connection that move many rows with COPY.
#include <libpq-fe.h>

#include <algorithm>

#include "postgres/connection.h"
#include "postgres/result_handle.h"

namespace freshet::postgres {
namespace {

// Bytes passed to libpq at a time; libpq copies them.
constexpr size_t kCopyChunk = 1 << 20;
constexpr const char* kWriting = "writing to";
constexpr const char* kReading = "reading from";

}  // namespace

Status Connection::copy(const std::string& table, std::string_view rows) {
  const std::string sql = "COPY " + table + " FROM STDIN (FORMAT binary)";
  const ResultHandle begun(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(begun.get()) != PGRES_COPY_IN) {
    return Unexpected(error_of(kWriting, begun.get()));
  }
  constexpr std::string_view kHeader("PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0", 19);
  constexpr std::string_view kTrailer("\xFF\xFF", 2);
  for (std::string_view part : {kHeader, rows, kTrailer}) {
    for (; !part.empty(); part.remove_prefix(std::min(part.size(), kCopyChunk))) {
      const std::string_view chunk = part.substr(0, kCopyChunk);
      if (PQputCopyData(connection_.get(), chunk.data(), static_cast<int>(chunk.size())) != 1) {
        return Unexpected(error_of(kWriting));
      }
    }
  }
  if (PQputCopyEnd(connection_.get(), nullptr) != 1) return Unexpected(error_of(kWriting));
  return finish_copy(kWriting);
}

Status Connection::copy_out(const std::string& query,
                            const std::function<void(std::string_view)>& callback) {
  const std::string sql = "COPY (" + query + ") TO STDOUT";
  const ResultHandle begun(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(begun.get()) != PGRES_COPY_OUT) {
    return Unexpected(error_of(kReading, begun.get()));
  }
  struct Free {
    void operator()(char* line) const { PQfreemem(line); }
  };
  while (true) {
    char* bytes = nullptr;
    const int size = PQgetCopyData(connection_.get(), &bytes, 0);
    const std::unique_ptr<char, Free> line(bytes);
    if (size <= 0) return finish_copy(kReading);
    callback({line.get(), static_cast<size_t>(size)});
  }
}

Status Connection::finish_copy(std::string_view action) {
  Status status = Done{};
  while (true) {
    const ResultHandle result(PQgetResult(connection_.get()));
    if (!result) return status;
    if (!is_success(result.get())) status = Unexpected(error_of(action, result.get()));
  }
}

}  // namespace freshet::postgres
