#pragma once

#include <filesystem>
#include <string>

#include "support/raw_server.h"

namespace freshet::test {

// An authority of our own and certificates by it, made by openssl(1) for the occasion.
class Certificates {
 public:
  Certificates();
  ~Certificates();
  Certificates(const Certificates&) = delete;
  Certificates& operator=(const Certificates&) = delete;

  // For good.test and *.wild.test.
  void certify(const std::string& name, const std::string& validity);
  // For good.test, by itself.
  void sign_by_itself(const std::string& name);

  std::string authority() const { return file("ca.pem"); }
  RawServer::Tls tls(const std::string& name, bool http2 = false) const {
    return {file(name + ".pem"), file(name + ".key"), http2};
  }

 private:
  std::string file(const std::string& name) const { return folder_ / name; }
  void run(const std::string& arguments) const;

  std::filesystem::path folder_;
};

}  // namespace freshet::test
