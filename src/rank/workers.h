#pragma once

#include <cstddef>
#include <functional>

namespace freshet::rank {

// Calls piece(0) ... piece(pieces - 1), each once, in any order and on any threads, and returns
// when all are done. It is called by one thread at a time, and not from inside a piece. The result
// of a computation does not depend on it: pieces are cut by the data alone, no piece reads what
// another piece of the same call writes, and sums over pieces are made in the order of the pieces.
using Workers = std::function<void(size_t pieces, const std::function<void(size_t)>& piece)>;

// Without workers, the calling thread does all pieces, in order.
template <typename Piece>
void each_piece(const Workers& workers, size_t pieces, const Piece& piece) {
  if (workers) {
    workers(pieces, piece);
  } else {
    for (size_t i = 0; i < pieces; ++i) piece(i);
  }
}

}  // namespace freshet::rank
