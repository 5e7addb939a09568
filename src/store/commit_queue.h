#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "store/store.h"

namespace freshet::store {

// Commits batches in order, on a thread of its own, so that the owner need not wait for the disk or
// the network. At the first error it stops: that batch and all after it stay in the queue, in
// order, until the owner calls take_back(). Reads of the store do not see batches that are not
// committed yet.
//
// Only the owner's thread calls the methods.
class CommitQueue {
 public:
  struct Entry {
    Batch batch;
    Durability durability = Durability::kProcess;
  };
  // The queue calls it on its own thread after each attempt, in order, without holding a lock. It
  // must not call the queue.
  using Report = std::function<void(const Batch&, const Status&)>;

  // The store must outlive the queue.
  CommitQueue(Store& store, Report report);
  // Commits the remaining batches. If an error has stopped the queue, they are lost.
  ~CommitQueue();
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Never waits. If an error has stopped the queue, the batch is added to the others.
  void add(Entry entry);

  // Returns the number of batches that are not committed yet, including the one in progress. An
  // owner that must bound its memory uses it.
  size_t size() const;

  // Waits until all batches are committed or one has failed. Returns that error until take_back().
  Status flush();

  // Waits as flush() does, removes the batches that are not committed and returns them in order,
  // the failed one first. Then the queue works again. To commit them, add() them before any others.
  std::vector<Entry> take_back();

 private:
  bool is_idle() const { return entries_.empty() || error_; }
  void work();

  Store& store_;
  const Report report_;
  mutable std::mutex mutex_;
  std::condition_variable added_;
  std::condition_variable worked_;
  // Guarded by mutex_.
  std::deque<Entry> entries_;   // the first one is being committed, or has failed
  std::optional<Error> error_;  // of the first one
  bool is_ending_ = false;

  std::thread thread_;
};

}  // namespace freshet::store
