package dev.assay.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.thread.PlatformThread;
import dev.assay.tracing.Tracing.Kind;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TracingTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";
  private static final String RECORDED = "00-" + TRACE + "-" + SPAN + "-01";
  private static final String NOT_RECORDED = "00-" + TRACE + "-" + SPAN + "-00";

  @AfterEach
  void nothing_stays_in_the_log_context() {
    assertThat(MDC.get("trace_id")).isNull();
    assertThat(MDC.get("span_id")).isNull();
  }

  @Nested
  class While_it_is_on {
    private final Spans spans = Spans.recorded();
    private final Tracing tracing = spans.tracing();

    @Test
    void a_span_that_begins_in_another_is_its_child() {
      try (var _ = tracing.ofMessage(Kind.CONSUMER, "process", "verify", null).enter()) {
        try (var _ = tracing.child(Kind.CLIENT, "GET", "").with("a", "b").with("n", 5).enter()) {
          tracing.child(Kind.INTERNAL, "inner", "").close();
        }
        tracing
            .child(Kind.INTERNAL, "second", "")
            .failed(new IllegalStateException("s3cret"))
            .close();
      }

      var all = spans.all();
      assertThat(all)
          .extracting(SpanData::getName)
          .containsExactly("inner", "GET", "second", "process verify");
      var root = all.get(3);
      assertThat(root.getParentSpanContext().isValid()).isFalse();
      assertThat(root.getKind()).isEqualTo(SpanKind.CONSUMER);
      assertThat(all.get(0).getParentSpanId()).isEqualTo(all.get(1).getSpanId());
      assertThat(all.get(1).getParentSpanId()).isEqualTo(root.getSpanId());
      assertThat(all.get(1).getAttributes().asMap())
          .containsEntry(AttributeKey.stringKey("a"), "b")
          .containsEntry(AttributeKey.longKey("n"), 5L);
      assertThat(all.get(2).getParentSpanId()).isEqualTo(root.getSpanId());
      assertThat(all.get(2).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(all.get(2).toString()).contains("IllegalStateException").doesNotContain("s3cret");
    }

    @Test
    void nothing_is_a_child_of_nothing() {
      assertThat(tracing.child(Kind.INTERNAL, "poll", "")).isSameAs(Span.NONE);
      assertThat(tracing.traceparent()).isNull();
      assertThat(spans.all()).isEmpty();
    }

    @Test
    void another_process_continues_the_trace() {
      String sent;
      try (var _ = tracing.ofMessage(Kind.PRODUCER, "send", "", null).enter()) {
        sent = String.valueOf(tracing.traceparent());
      }
      try (var other = Spans.recorded(0)) {
        other.tracing().ofMessage(Kind.CONSUMER, "process", "", sent).close();

        var received = other.all().getFirst();
        assertThat(received.getParentSpanContext().getTraceId()).isEqualTo(sent.substring(3, 35));
        assertThat(received.getParentSpanId()).isEqualTo(spans.all().getFirst().getSpanId());
      }
    }

    @Test
    void the_ids_are_in_the_log_context_also_on_other_threads() {
      try (var _ = tracing.ofMessage(Kind.CONSUMER, "process", "", RECORDED).enter()) {
        assertThat(MDC.get("trace_id")).hasToString(TRACE);
        var here = tracing.traceparent();
        var there = PlatformThread.call("other", () -> String.valueOf(tracing.traceparent()));

        assertThat(there).isEqualTo(here).contains(MDC.get("span_id").toString());
      }
    }

    @Test
    void what_goes_on_after_the_end_of_a_span_is_not_part_of_it() {
      try (var span = tracing.ofMessage(Kind.CONSUMER, "process", "", null).enter()) {
        span.end();

        assertThat(tracing.child(Kind.INTERNAL, "late", "")).isSameAs(Span.NONE);
        assertThat(tracing.traceparent()).isNull();
      }
      assertThat(spans.all()).hasSize(1);
    }

    @Test
    void a_span_points_to_one_of_another_trace() {
      tracing
          .ofMessage(Kind.CONSUMER, "process", "", null)
          .linkedTo(RECORDED)
          .linkedTo("no")
          .close();

      var links = spans.all().getFirst().getLinks();
      assertThat(links)
          .extracting(link -> link.getSpanContext().getTraceId())
          .containsExactly(TRACE);
    }

    @Test
    void a_request_continues_the_trace_of_the_client() {
      tracing.ofRequest("GET", RECORDED, "vendor=1").named("GET", "/v1/nodes").close();

      var request = spans.all().getFirst();
      assertThat(request.getName()).isEqualTo("GET /v1/nodes");
      assertThat(request.getTraceId()).isEqualTo(TRACE);
      assertThat(request.getParentSpanId()).isEqualTo(SPAN);
      assertThat(request.getSpanContext().getTraceState().get("vendor")).isEqualTo("1");
    }

    @Test
    void a_client_can_have_nothing_recorded() {
      tracing.ofRequest("GET", NOT_RECORDED, null).close();

      assertThat(spans.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "00",
          "00-" + TRACE + "-" + SPAN,
          "00-00000000000000000000000000000000-" + SPAN + "-01",
          "00-" + TRACE + "-0000000000000000-01",
          "ff-" + TRACE + "-" + SPAN + "-01",
          "00-" + TRACE + "-" + SPAN + "-01-more",
          "00-0AF7651916CD43DD8448EB211C80319C-" + SPAN + "-01",
          "00-0af7651916cd43dd8448eb211c80319\u00e4-" + SPAN + "-01",
          "00-" + TRACE + "\r\n-" + SPAN + "-01"
        })
    void a_header_that_is_not_valid_is_ignored(String header) {
      tracing.ofRequest("GET", header, "a=b").close();
      tracing.ofMessage(Kind.CONSUMER, "process", "", header).close();

      assertThat(spans.all())
          .hasSize(2)
          .allSatisfy(
              span -> {
                assertThat(span.getTraceId()).isNotEqualTo(TRACE);
                assertThat(span.getParentSpanContext().isValid()).isFalse();
              });
    }

    @Test
    void long_values_are_cut() {
      tracing.ofMessage(Kind.CONSUMER, "process", "", null).with("k", "x".repeat(100_000)).close();

      assertThat(spans.all().getFirst().getAttributes().get(AttributeKey.stringKey("k")))
          .hasSize(512);
    }
  }

  @Nested
  class With_a_part {
    @Test
    void of_zero_clients_cannot_have_anything_recorded() {
      try (var spans = Spans.recorded(0)) {
        for (var i = 0; i < 100; i++) {
          var few = "00-0000000000000000000000000000%04d-%s-01".formatted(i + 1, SPAN);
          spans.tracing().ofRequest("GET", few, null).close();
        }
        assertThat(spans.all()).isEmpty();
      }
    }

    @Test
    void of_a_half_clients_have_about_a_half_recorded_whatever_id_they_choose() {
      try (var spans = Spans.recorded(0.5)) {
        for (var i = 0; i < 900; i++) {
          spans.tracing().ofRequest("GET", RECORDED, null).close();
        }
        assertThat(spans.all()).hasSizeBetween(300, 600);
      }
    }

    @Test
    void messages_follow_the_beginning_of_their_trace() {
      try (var never = Spans.recorded(0);
          var always = Spans.recorded()) {
        never.tracing().ofMessage(Kind.CONSUMER, "process", "", RECORDED).close();
        always.tracing().ofMessage(Kind.CONSUMER, "process", "", NOT_RECORDED).close();

        assertThat(never.all()).hasSize(1);
        assertThat(always.all()).isEmpty();
      }
    }

    @Test
    void what_is_not_recorded_still_tells_so_to_other_processes() {
      try (var never = Spans.recorded(0);
          var _ = never.tracing().ofMessage(Kind.CONSUMER, "process", "", null).enter()) {
        assertThat(never.tracing().traceparent()).endsWith("-00");
        assertThat(never.tracing().child(Kind.INTERNAL, "x", "").isRecorded()).isFalse();
      }
    }
  }

  @Nested
  class While_it_is_off {
    @Test
    void there_are_no_spans_and_no_ids() {
      try (var span = Tracing.OFF.ofRequest("GET", RECORDED, null).enter()) {
        assertThat(span).isSameAs(Span.NONE);
        assertThat(Tracing.OFF.traceparent()).isNull();
        assertThat(Tracing.OFF.child(Kind.CLIENT, "GET", "x")).isSameAs(Span.NONE);
        assertThat(MDC.getMap()).doesNotContainKey("trace_id");
      }
    }
  }
}
