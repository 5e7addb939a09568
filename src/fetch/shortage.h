#pragma once

#include <cerrno>

namespace freshet::fetch {

// Whether this errno means that descriptors or memory are used up, in this process or in the whole
// system. Then it is not the fault of a host.
inline bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace freshet::fetch
