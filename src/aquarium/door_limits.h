#pragma once

#include <cstddef>

#include "aquarium/request_parser.h"
#include "clock/instant.h"

namespace freshet::aquarium {

struct DoorLimits {
  RequestLimits request;
  size_t max_connections = 50'000;           // of one thread; more are closed at once
  Duration idle = Duration::minutes(2);      // without a byte, between or within requests
  Duration endless = Duration::minutes(30);  // a body that never ends does, after that
};

}  // namespace freshet::aquarium
