#pragma once

#include <cstdint>
#include <string>

#include "result/result.h"

namespace freshet::catalog {

// Lines on their way into files of a folder, named with a prefix and a number, or to standard
// output. If there are no lines, there is no file. To be used by one thread.
class LineFiles {
 public:
  struct Place {
    std::string folder;           // if empty, standard output
    std::string prefix;           // of the names of files
    uint64_t max_file_bytes = 0;  // when a file has grown beyond this, the next one is begun
  };
  explicit LineFiles(Place place);
  ~LineFiles();
  LineFiles(const LineFiles&) = delete;
  LineFiles& operator=(const LineFiles&) = delete;

  // Lines are appended here, each with its line feed.
  std::string& buffer() { return buffer_; }
  // Writes the lines if they take much memory. To be called after each row.
  Status flush_if_full();
  Status flush();
  // Writes the lines to the disk, and closes the file.
  Status finish();

 private:
  bool to_stdout() const { return place_.folder.empty(); }
  Status open_next();
  void close();

  const Place place_;
  std::string buffer_;
  int file_ = -1;
  int files_ = 0;
  uint64_t file_bytes_ = 0;
};

}  // namespace freshet::catalog
