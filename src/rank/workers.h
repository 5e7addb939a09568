#pragma once

#include <cstddef>
#include <functional>

namespace freshet::rank {

// Who does the work. What is computed does not depend on it: pieces are cut by the data alone, none
// reads what another of the same call writes, and sums over pieces are made in their order.
class Workers {
 public:
  virtual ~Workers() = default;

  // Calls piece(0) ... piece(pieces - 1), each once, in any order and on any thread; returns when
  // all are done. For one caller at a time, and not from inside a piece.
  virtual void each(size_t pieces, const std::function<void(size_t)>& piece) = 0;
};

// All of it, here and in order.
class OneWorker final : public Workers {
 public:
  void each(size_t pieces, const std::function<void(size_t)>& piece) override {
    for (size_t i = 0; i < pieces; ++i) piece(i);
  }
};

}  // namespace freshet::rank
