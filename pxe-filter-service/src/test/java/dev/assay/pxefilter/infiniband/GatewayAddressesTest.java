package dev.assay.pxefilter.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.id.MacAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source: spec pxe-filter.md 8. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // filled before each test
class GatewayAddressesTest {
  private static final MacAddress PORT = MacAddress.of("7c:fe:90:29:26:52");

  @TempDir Path classes;

  @ParameterizedTest(name = "client-id {0}: {1}")
  @CsvSource({
    "ff:00:00:00:00:00:02:00:00:02:c9:00:7c:fe:90:03:00:29:26:52, 02:00:02:97:00:01",
    "ff:00:00:00:00:00:02:00:00:02:c9:00:7C:FE:90:03:00:29:26:52, 02:00:02:97:00:01",
    "7c:fe:90:03:00:29:26:52,                                     02:00:02:97:00:01",
    "ff:7c:fe:90:03:00:29:26:53,                                  7c:fe:90:29:26:52",
    "ff7c:fe:90:03:00:29:26:52,                                   7c:fe:90:29:26:52",
    "26:52,                                                       7c:fe:90:29:26:52",
    ",                                                            7c:fe:90:29:26:52",
  })
  void a_port_appears_with_the_address_that_the_gateway_knows_it_by(String client, String seen)
      throws IOException {
    gateway(
        "eth4",
        """
        EMAC=02:00:02:97:00:01 IMAC=97:fe:80:00:00:00:00:00:00:7c:fe:90:03:00:29:26:52
        EMAC=02:00:02:97:00:02 IMAC=97:fe:80:00:00:00:00:00:00:7c:fe:90:03:00:29:24:4f
        nonsense
        """);

    var gateways = GatewayAddresses.read(List.of("eth4"), classes);

    assertThat(gateways.of(PORT, client)).isEqualTo(MacAddress.of(seen));
  }

  @Test
  void an_interface_that_is_no_gateway_is_skipped() throws IOException {
    gateway("eth4", "EMAC=02:00:02:97:00:01 IMAC=97:fe:80:7c:fe:90:03:00:29:26:52\n");

    var gateways = GatewayAddresses.read(List.of("eth0", "eth4"), classes);

    assertThat(gateways.of(PORT, "7c:fe:90:03:00:29:26:52"))
        .isEqualTo(MacAddress.of("02:00:02:97:00:01"));
  }

  private void gateway(String name, String neighbours) throws IOException {
    Files.createDirectories(classes.resolve(name).resolve("eth"));
    Files.writeString(classes.resolve(name).resolve("eth/neighs"), neighbours);
  }
}
