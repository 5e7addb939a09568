#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Formats numbers for people.
namespace freshet::cli {

std::string grouped(uint64_t number);  // "12,345"
// "1 page", "2 pages"; `noun` is singular and takes a plural in -s.
std::string counted(uint64_t number, std::string_view noun);
std::string short_bytes(uint64_t bytes);  // "1.2 MB"
std::string short_time(double seconds);   // "3 min 5 s"
std::string percent(double share);        // "12.3 %"

}  // namespace freshet::cli
