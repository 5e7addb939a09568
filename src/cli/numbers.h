#pragma once

#include <cstdint>
#include <string>

// Numbers as people read them.
namespace freshet::cli {

std::string grouped(uint64_t number);     // "12,345"
std::string short_bytes(uint64_t bytes);  // "1.2 MB"
std::string short_time(double seconds);   // "3 min 5 s"
std::string percent(double share);        // "12.3 %"

}  // namespace freshet::cli
