package dev.assay.api.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SourceRateTest {
  private static final long SECOND = 1_000_000_000L;
  private final AtomicLong time = new AtomicLong(-5); // nanoTime may begin anywhere
  private final SourceRate rate = new SourceRate(2, 3, time::get);

  @Test
  void a_source_may_make_a_burst_and_then_so_many_a_second() {
    assertThat(admitted("192.0.2.1", 10)).isEqualTo(3);
    time.addAndGet(SECOND);
    assertThat(admitted("192.0.2.1", 10)).isEqualTo(2);
    time.addAndGet(SECOND / 2);
    assertThat(admitted("192.0.2.1", 10)).isEqualTo(1);
  }

  @Test
  void a_request_may_cost_as_much_as_several_and_no_more_than_a_burst() {
    assertThat(rate.admits(of("192.0.2.1"), 2)).isTrue();
    assertThat(rate.admits(of("192.0.2.1"), 2)).isFalse();
    assertThat(rate.admits(of("192.0.2.1"), 1)).isTrue();
    assertThat(rate.admits(of("192.0.2.2"), 60)).isTrue();
    assertThat(rate.admits(of("192.0.2.2"), 1)).isFalse();
  }

  @Test
  void a_long_silence_gives_no_more_than_a_burst() {
    admitted("192.0.2.1", 10);
    time.addAndGet(3600 * SECOND);
    assertThat(admitted("192.0.2.1", 10)).isEqualTo(3);
  }

  @Test
  void one_source_does_not_use_up_what_another_may() {
    admitted("192.0.2.1", 10);
    assertThat(admitted("192.0.2.2", 10)).isEqualTo(3);
  }

  @Test
  void an_IPv6_host_cannot_hide_in_its_own_network() {
    assertThat(admitted("2001:db8::1", 2)).isEqualTo(2);
    assertThat(admitted("2001:db8::ffff:2", 2)).isEqualTo(1);
    assertThat(admitted("2001:db8:0:1::1", 2)).isEqualTo(2);
  }

  @Test
  void this_host_is_not_bounded() {
    assertThat(admitted("127.0.0.1", 100)).isEqualTo(100);
    assertThat(admitted("::1", 100)).isEqualTo(100);
  }

  @Test
  void zero_bounds_nobody() {
    var unbounded = new SourceRate(0, 1, time::get);
    assertThat(IntStream.range(0, 100).filter(_ -> unbounded.admits(of("192.0.2.1"))).count())
        .isEqualTo(100);
  }

  @Test
  void a_bound_without_sense_stops_the_start() {
    assertThatThrownBy(() -> new SourceRate(-1, 1, time::get))
        .hasMessageContaining("unauthenticated-rate");
    assertThatThrownBy(() -> new SourceRate(1, 0, time::get))
        .hasMessageContaining("unauthenticated-burst");
  }

  private long admitted(String source, int requests) {
    return IntStream.range(0, requests).filter(_ -> rate.admits(of(source))).count();
  }

  private static SourceAddress of(String literal) {
    return new SourceAddress(InetAddress.ofLiteral(literal), false);
  }
}
