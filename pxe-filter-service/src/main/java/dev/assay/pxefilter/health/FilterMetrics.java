package dev.assay.pxefilter.health;

import dev.assay.pxefilter.membership.FilterRegistration;
import dev.assay.pxefilter.membership.PxeFilterConfig;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilterReport.State;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The metrics of a PXE filter. */
@ApplicationScoped
public class FilterMetrics {
  private final FilterRegistration filter;
  private final PxeFilterConfig config;
  private final MeterRegistry metrics;
  private final Clock clock;

  FilterMetrics(
      FilterRegistration filter, PxeFilterConfig config, MeterRegistry metrics, Clock clock) {
    this.filter = filter;
    this.config = config;
    this.metrics = metrics;
    this.clock = clock;
  }

  void register(@Observes StartupEvent started) {
    for (var state : State.values()) {
      Gauge.builder("assay.pxe.filter.state", filter, it -> it.report().state() == state ? 1 : 0)
          .description("1 for the state that the filter is in")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .tag("network", config.network())
          .tag("conductor_group", config.conductorGroup().orElse("").toLowerCase(Locale.ROOT))
          .register(metrics);
    }
    gauge("assay.pxe.filter.allowed", "Known addresses that may boot", it -> it.allowed());
    gauge("assay.pxe.filter.denied", "Known addresses that may not boot", it -> it.denied());
    gauge(
        "assay.pxe.filter.unknown.allowed",
        "1 when addresses that are no ports may boot",
        it -> it.unknownAllowed() ? 1 : 0);
    gauge(
        "assay.pxe.filter.reconciled.age.seconds",
        "Time since everything was last compared with the database; NaN before the first time",
        this::age);
    FunctionCounter.builder("assay.pxe.filter.drift", filter, it -> it.report().driftTotal())
        .description("Entries that were not as the filter had left them, and were corrected")
        .register(metrics);
  }

  private double age(PxeFilterReport report) {
    var at = report.reconciledAt();
    return at == null ? Double.NaN : Duration.between(at, clock.instant()).toMillis() / 1000.0;
  }

  private void gauge(String name, String about, ToDoubleFunction<PxeFilterReport> value) {
    Gauge.builder(name, filter, it -> value.applyAsDouble(it.report()))
        .description(about)
        .register(metrics);
  }
}
