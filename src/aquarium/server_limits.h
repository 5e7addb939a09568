#pragma once

#include <cstddef>

#include "aquarium/request_parser.h"
#include "clock/instant.h"

namespace freshet::aquarium {

struct ServerLimits {
  RequestLimits request;
  size_t max_connections = 50'000;           // of one thread; further ones are closed immediately
  Duration idle = Duration::minutes(2);      // without receiving or sending a byte
  Duration endless = Duration::minutes(30);  // after which an endless body ends
};

}  // namespace freshet::aquarium
