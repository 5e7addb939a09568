#pragma once

#include <string>

namespace freshet::cluster {

// "machine, process 123", for people.
std::string process_name();

}  // namespace freshet::cluster
