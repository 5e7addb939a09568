// What ThreadSanitizer is told not to report, compiled into every program of the tsan preset so
// that it holds however that is started. Each line has its reason; none may name code of ours.
extern "C" const char* __tsan_default_suppressions();  // NOLINT: the name is the sanitizer's

extern "C" const char* __tsan_default_suppressions() {
  return
      // Debian's library is not instrumented: the sanitizer sees its memory, and not the atomic
      // counts by which its threads agree on who frees a version or a block last.
      "race:librocksdb.so\n";
}
