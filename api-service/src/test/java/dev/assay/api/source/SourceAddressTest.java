package dev.assay.api.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SourceAddressTest {
  @ParameterizedTest(name = "X-Forwarded-For {0}, Forwarded {1}: {2}")
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "192.0.2.1                | -                                              | 192.0.2.1",
        "198.51.100.9, 192.0.2.1  | -                                              | 192.0.2.1",
        "192.0.2.1:4711           | -                                              | 192.0.2.1",
        "2001:db8::1              | -                                              | 2001:db8::1",
        "[2001:db8::1]:4711       | -                                              | 2001:db8::1",
        "-                        | for=192.0.2.1;proto=https                      | 192.0.2.1",
        "-                        | for=198.51.100.9, proto=http; For=192.0.2.1    | 192.0.2.1",
        "-                        | for=\"[2001:db8::1]:4711\"                     | 2001:db8::1",
        "-                        | for=unknown                                    | -",
        "-                        | proto=https                                    | -",
        "a.name.example           | -                                              | -",
        "-                        | -                                              | -",
        "192.0.2.1,               | -                                              | -",
      })
  void the_proxy_nearest_to_us_says_who_it_was(
      @Nullable String plain, @Nullable String standard, @Nullable String expected) {
    var found = SourceAddress.forwarded(plain, standard);
    assertThat(found.map(SourceAddress::new).map(SourceAddress::toString).orElse(null))
        .isEqualTo(expected == null ? null : InetAddress.ofLiteral(expected).getHostAddress());
  }
}
