#include "extract/guess.h"

#include "gtest/gtest.h"
