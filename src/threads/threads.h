#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "rank/workers.h"

namespace freshet {

// Threads that stay, and divide pieces of work among them: whoever is free takes the next.
class Threads final : public rank::Workers {
 public:
  // The thread that calls each() is one of them; so 1 starts none.
  explicit Threads(unsigned count);
  ~Threads() override;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void each(size_t pieces, const std::function<void(size_t)>& piece) override;

 private:
  void help();
  // With the lock held, which it gives up during a piece.
  void work(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable something_to_do_;
  std::condition_variable all_done_;
  // Guarded by mutex_.
  const std::function<void(size_t)>* piece_ = nullptr;
  size_t pieces_ = 0;
  size_t next_ = 0;
  size_t under_way_ = 0;
  bool stopping_ = false;

  std::vector<std::thread> helpers_;
};

}  // namespace freshet
