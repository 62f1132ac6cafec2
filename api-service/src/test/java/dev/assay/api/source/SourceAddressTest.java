package dev.assay.api.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SourceAddressTest {
  private static final TrustedProxies PROXIES =
      new TrustedProxies(List.of("10.0.0.0/8", "127.0.0.1", "2001:db8:1::/64"));

  /** A slash separates the lines of one header; the peer is 10.0.0.1, a trusted proxy. */
  @ParameterizedTest(name = "X-Forwarded-For {0}, Forwarded {1}: {2}")
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "192.0.2.1                | -                                              | 192.0.2.1",
        "198.51.100.9, 192.0.2.1  | -                                              | 192.0.2.1",
        "198.51.100.9/192.0.2.1   | -                                              | 192.0.2.1",
        "127.0.0.1/192.0.2.1      | -                                              | 192.0.2.1",
        "192.0.2.1, 10.7.7.7      | -                                              | 192.0.2.1",
        "8.8.8.8/192.0.2.1, 10.7.7.7/10.8.8.8 | -                                  | 192.0.2.1",
        "192.0.2.1/2001:db8:1::5  | -                                              | 192.0.2.1",
        "10.7.7.7                 | -                                              | 10.7.7.7",
        "junk, 10.7.7.7           | -                                              | 10.7.7.7",
        "::ffff:192.0.2.1         | -                                              | 192.0.2.1",
        "192.0.2.1:4711           | -                                              | 192.0.2.1",
        "2001:db8::1              | -                                              | 2001:db8::1",
        "[2001:db8::1]:4711       | -                                              | 2001:db8::1",
        "-                        | for=192.0.2.1;proto=https                      | 192.0.2.1",
        "-                        | for=198.51.100.9, proto=http; For=192.0.2.1    | 192.0.2.1",
        "-                        | for=198.51.100.9/for=192.0.2.1                 | 192.0.2.1",
        "-                        | for=192.0.2.1, for=10.9.9.9                    | 192.0.2.1",
        "-                        | for=\"[2001:db8::1]:4711\"                     | 2001:db8::1",
        "-                        | for=unknown                                    | 10.0.0.1",
        "-                        | proto=https                                    | 10.0.0.1",
        "a.name.example           | -                                              | 10.0.0.1",
        "-                        | -                                              | 10.0.0.1",
        "192.0.2.1,               | -                                              | 10.0.0.1",
        "192.0.2.1                | for=192.0.2.1                                  | 192.0.2.1",
        "192.0.2.1                | for=192.0.2.2                                  | 10.0.0.1",
      })
  void the_nearest_one_that_is_no_trusted_proxy_is_the_source(
      @Nullable String plain, @Nullable String standard, String expected) {
    assertThat(peer("10.0.0.1").following(lines(plain), lines(standard), PROXIES).address())
        .isEqualTo(InetAddress.ofLiteral(expected));
  }

  @Test
  void a_forwarded_address_is_never_this_host() {
    assertThat(peer("127.0.0.1").local()).isTrue();
    assertThat(peer("127.0.0.1").following(List.of(), List.of(), PROXIES).local()).isTrue();
    for (var claimed : List.of("127.0.0.1", "::1", "junk", "")) {
      assertThat(peer("127.0.0.1").following(List.of(claimed), List.of(), PROXIES).local())
          .as(claimed)
          .isFalse();
    }
  }

  @Test
  void a_proxy_that_is_not_trusted_is_never_this_host() {
    var none = new TrustedProxies(List.of());
    var named = List.of("192.0.2.1");
    for (var source :
        List.of(
            peer("127.0.0.1").naming(named, List.of(), none, false),
            peer("127.0.0.1").naming(List.of(), List.of("for=192.0.2.1"), none, false))) {
      assertThat(source).hasToString("127.0.0.1");
      assertThat(source.local()).isFalse();
    }
    assertThat(peer("127.0.0.1").naming(List.of(), List.of(), none, false).local()).isTrue();
    assertThat(peer("10.0.0.1").naming(named, List.of(), PROXIES, true)).hasToString("192.0.2.1");
  }

  @Test
  void without_trusted_proxies_nobody_is_believed() {
    var none = new TrustedProxies(List.of());
    assertThat(peer("127.0.0.1").following(List.of("192.0.2.1"), List.of(), none))
        .isEqualTo(new SourceAddress(InetAddress.ofLiteral("127.0.0.1"), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"proxy.example", "10.0.0.0/33", "10.0.0", "10.0.0.*", "", "*", "1-2.0.0.0"})
  void what_is_no_subnet_stops_the_start(String subnet) {
    assertThatThrownBy(() -> new TrustedProxies(List.of(subnet)))
        .hasMessageContaining("assay.api.trusted-proxies has \"" + subnet + "\"")
        .hasMessageContaining("10.1.0.0/16");
  }

  private static SourceAddress peer(String literal) {
    return new SourceAddress(InetAddress.ofLiteral(literal), false);
  }

  private static List<String> lines(@Nullable String header) {
    return header == null ? List.of() : List.of(header.split("/", -1));
  }
}
