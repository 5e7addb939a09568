// Writes the sample archive into a folder, for other programs that check it.
#include <cstdio>

#include "sample_archive.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: warc_sample FOLDER\n");
    return 2;
  }
  const auto files = freshet::test::write_sample_archive(argv[1]);
  if (!files) {
    std::fprintf(stderr, "%s\n", files.error().message.c_str());
    return 1;
  }
  for (const auto& file : *files) std::printf("%s\n", file.c_str());
  return 0;
}
