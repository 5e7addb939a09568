#include "support/certificates.h"

#include <cstdlib>

#include "result/check.h"

namespace freshet::test {
namespace {

constexpr char kNewKey[] = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes ";

}  // namespace

Certificates::Certificates() {
  run("req -x509 " + std::string(kNewKey) +
      "-days 2 -keyout ca.key -out ca.pem -subj '/CN=Test authority'");
}

void Certificates::sign_by_itself(const std::string& name) {
  run("req -x509 " + std::string(kNewKey) + "-days 2 -keyout " + name + ".key -out " + name +
      ".pem -subj /CN=good.test -addext subjectAltName=DNS:good.test");
}

void Certificates::certify(const std::string& name, const std::string& validity) {
  run("req " + std::string(kNewKey) + "-keyout " + name + ".key -out " + name +
      ".csr -subj /CN=good.test -addext subjectAltName=DNS:good.test,DNS:*.wild.test");
  run("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions " +
      "copy -out " + name + ".pem " + validity);
}

void Certificates::run(const std::string& arguments) const {
  const std::string command = "cd '" + folder_.path() + "' && openssl " + arguments + " >>log 2>&1";
  FRESHET_CHECK(std::system(command.c_str()) == 0, command);
}

}  // namespace freshet::test
