package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** With the driver nftables, where the kernel denies everyone when the permit ends. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NftablesFaultsIT extends PxeFilterFaults {
  private static final String TABLE = "assay_pxe_filter_default";

  NftablesFaultsIT() {
    super("nftables", Duration.ofMillis(3500 + 200));
  }

  private String nft(int filter, String arguments) {
    return site.network().hosts().get(filter).nft(arguments.split(" "));
  }

  @Test
  void elements_that_somebody_removed_are_written_again() {
    awaitStandby();
    var filter = active();
    nft(filter, "flush set inet %s deny".formatted(TABLE));
    nft(filter, "flush set inet %s allow".formatted(TABLE));
    assertDeniedSince(System.nanoTime());

    awaitOffer(System.nanoTime(), RECOVERY);
    await()
        .atMost(RECOVERY)
        .until(() -> site.filter("filter-" + (filter + 1)).path("drift_total").asInt() > 0);
  }

  @Test
  void a_removed_table_is_written_again() {
    var filter = active();
    site.stopDhcp(filter); // without the table it would answer everyone
    nft(filter, "delete table inet " + TABLE);

    await().atMost(RECOVERY).until(() -> nft(filter, "list tables").contains(TABLE));
    assertThat(Stream.of("allow", "deny", "serving"))
        .allMatch(set -> nft(filter, "list table inet " + TABLE).contains("set " + set));
    site.restartDhcp(filter);
    awaitOffer(System.nanoTime(), RECOVERY);
  }

  @Test
  void a_renewal_that_nft_carries_out_too_late_has_no_effect() {
    awaitStandby();
    var filter = active();
    var before = awaitOffer(System.nanoTime(), RECOVERY);
    var host = site.network().hosts().get(filter);
    var pid = site.process(filter).pid();
    var paused = System.nanoTime();
    try {
      host.holdNft();
      signal("STOP", pid);
      pause(TIMEOUT);
      awaitOffer(System.nanoTime(), RECOVERY);
      host.releaseNft();
      pause(Duration.ofSeconds(1));
      assertNotBesideTheOther(before.server(), paused);
    } finally {
      host.releaseNft();
      signal("CONT", pid);
    }
  }
}
