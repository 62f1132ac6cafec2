package dev.assay.pxefilter.health;

import dev.assay.pxefilter.membership.FilterRegistration;
import dev.assay.registration.PxeFilterReport.State;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Readiness check that is down while the filter is closed because something does not work. */
@Readiness
@ApplicationScoped
public class FilterReady implements HealthCheck {
  private final FilterRegistration filter;

  FilterReady(FilterRegistration filter) {
    this.filter = filter;
  }

  @Override
  public HealthCheckResponse call() {
    var now = filter.report();
    var answer =
        HealthCheckResponse.named("pxe-filter")
            .status(now.state() != State.CLOSED)
            .withData("state", now.state().name().toLowerCase(Locale.ROOT));
    if (now.reason() != null) {
      answer.withData("reason", Objects.requireNonNull(now.reason()));
    }
    return answer.build();
  }
}
