#include "language/portuguese.h"

#include <gtest/gtest.h>

namespace freshet::language {
namespace {

TEST(PortugueseVariant, IsRecognisedByWordsOfOneCountry) {
  EXPECT_EQ(portuguese_variant("Você abre o arquivo e o usuário espera."), "pt-br");
  EXPECT_EQ(portuguese_variant("O utilizador abre o ficheiro no ecrã."), "pt-pt");
}

TEST(PortugueseVariant, IsUnknownWithoutSuchWords) {
  EXPECT_EQ(portuguese_variant("A ponte velha sobre o rio foi fechada no inverno."), "pt");
  EXPECT_EQ(portuguese_variant("O arquivo e o ficheiro."), "pt");
  EXPECT_EQ(portuguese_variant(""), "pt");
}

}  // namespace
}  // namespace freshet::language
