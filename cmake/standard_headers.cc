// This file is empty on purpose: a precompiled header belongs to a target with a source
// (cmake/modules.cmake).
