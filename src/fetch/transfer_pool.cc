#include "fetch/transfer_pool.h"

#include <utility>

namespace freshet::fetch {

Transfer& TransferPool::take() {
  if (idle_.empty()) {
    transfers_.push_back(make_());
    idle_.push_back(transfers_.back().get());
  }
  Transfer* transfer = idle_.back();
  idle_.pop_back();
  transfer->position = active_.size();
  active_.push_back(transfer);
  return *transfer;
}

void TransferPool::give_back(Transfer& transfer) {
  ++transfer.generation;
  active_.back()->position = transfer.position;
  std::swap(active_[transfer.position], active_.back());
  active_.pop_back();
  idle_.push_back(&transfer);
}

}  // namespace freshet::fetch
