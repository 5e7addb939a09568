#pragma once

#include <sys/mount.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/scratch_folder.h"

namespace freshet::test {

// A separate file system that is small enough to fill. It needs the right to mount; if that is
// refused, mounted() is false and errno says why.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size)  // "24m"
      : mounted_(mount("tmpfs", path().c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0) {}
  ~SmallDisk() {
    if (mounted_) umount2(path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  const std::string& path() const { return folder_.path(); }

  // Fills the disk except for this number of bytes.
  void fill(uint64_t left = 0) {
    std::ofstream file(ballast(), std::ios::binary | std::ios::app);
    const std::string block(4'096, 'b');
    while (std::filesystem::space(path()).available > left && file << block << std::flush) {
    }
  }
  // Undoes fill().
  bool make_room() { return std::filesystem::remove(ballast()); }
  bool grow(const std::string& size) { return remount(0, "size=" + size); }
  bool make_read_only() { return remount(MS_RDONLY, ""); }

 private:
  bool remount(unsigned long flags, const std::string& how) {
    return mount("tmpfs", path().c_str(), "tmpfs", MS_REMOUNT | flags, how.c_str()) == 0;
  }
  std::string ballast() const { return path() + "/ballast"; }

  ScratchFolder folder_;
  bool mounted_;
};

}  // namespace freshet::test
