#pragma once

#include <cstdint>
#include <memory>

#include "frontier/queued.h"
#include "store/types.h"

namespace freshet::frontier {

// The right to send one request to a host now. As long as it exists, the host counts the request as
// in flight. Frontier::settle() ends it. If it is destroyed instead, the page is requeued as if it
// had not been leased. It must not outlive its Frontier.
class Lease {
 public:
  enum class Kind : uint8_t { kPage, kRobots };

  Lease(Lease&&) noexcept;
  Lease& operator=(Lease&&) noexcept;
  ~Lease();

  Kind kind() const;
  store::SiteId site() const;
  const Queued& page() const;  // only of kPage

 private:
  friend class Frontier;
  struct State;
  explicit Lease(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace freshet::frontier
