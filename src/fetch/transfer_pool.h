#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "fetch/transfer.h"

namespace freshet::fetch {

// The transfers of a fetcher. Those whose requests have ended are reused.
class TransferPool {
 public:
  using Make = std::function<std::unique_ptr<Transfer>()>;
  explicit TransferPool(Make make) : make_(std::move(make)) {}

  // A reference to a transfer, which may be reused for another request in the meantime.
  struct Ticket {
    Transfer* transfer;
    uint64_t generation;
    bool is_good() const { return transfer->generation == generation; }
  };
  static Ticket ticket(Transfer& transfer) { return {&transfer, transfer.generation}; }

  // Returns a transfer that has no request, and makes it active.
  Transfer& take();
  // The request of an active transfer has ended. Its tickets are no longer good.
  void give_back(Transfer& transfer);
  const std::vector<Transfer*>& active() const { return active_; }

 private:
  const Make make_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<Transfer*> idle_;
  std::vector<Transfer*> active_;
};

}  // namespace freshet::fetch
