#pragma once

#include <string>

#include "support/raw_server.h"
#include "support/scratch_folder.h"

namespace freshet::test {

// A certificate authority for tests and certificates signed by it, made with openssl(1).
class Certificates {
 public:
  Certificates();

  // Makes a certificate for good.test and *.wild.test.
  void certify(const std::string& name, const std::string& validity);
  // Makes a self-signed certificate for good.test.
  void sign_by_itself(const std::string& name);

  std::string authority() const { return file("ca.pem"); }
  RawServer::Tls tls(const std::string& name, bool http2 = false) const {
    return {file(name + ".pem"), file(name + ".key"), http2};
  }

 private:
  std::string file(const std::string& name) const { return folder_ / name; }
  void run(const std::string& arguments) const;

  const ScratchFolder folder_;
};

}  // namespace freshet::test
