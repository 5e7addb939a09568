// The reports that ThreadSanitizer suppresses. They are compiled into every program of the tsan
// preset, so that they apply however it is started. Each line has its reason, and none may name our
// own code.
extern "C" const char* __tsan_default_suppressions();  // NOLINT: the name is the sanitizer's

extern "C" const char* __tsan_default_suppressions() {
  return
      // Debian's library is not instrumented: the sanitizer sees its accesses to memory, but not
      // the atomic reference counts that order them before a version or block is freed.
      "race:librocksdb.so\n";
}
