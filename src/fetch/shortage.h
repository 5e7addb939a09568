#pragma once

#include <cerrno>

namespace freshet::fetch {

// Whether this error of a system call means that descriptors or memory are used up, in this process
// or in the whole system: nothing that a host has done.
inline bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace freshet::fetch
