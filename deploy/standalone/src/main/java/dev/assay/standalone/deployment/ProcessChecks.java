package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Checks of single processes, by their health and metrics. */
final class ProcessChecks {
  private static final long FEW_FILES = 8192;
  private static final double OLD_GENERATION_FULL = 0.9;

  private final Probe probe;

  ProcessChecks(Probe probe) {
    this.probe = probe;
  }

  /** Of the process whose health and metrics are served at {@code url}. */
  List<Finding> all(String url) {
    return new Checks()
        .run("process-ready", () -> ready(url))
        .run("process-metrics", () -> metrics(url))
        .findings();
  }

  private Finding ready(String url) {
    try {
      var answer = probe.get(url + "/q/health/ready");
      return answer.status() == 200
          ? Finding.ok("process-ready", "%s is ready.".formatted(url))
          : Finding.failed(
              "process-ready",
              "%s is not ready: %s".formatted(url, notReady(answer)),
              "See its log.");
    } catch (IOException e) {
      return Finding.failed(
          "process-ready",
          Checks.oneLine(e) + ".",
          "Start it; health and metrics are served at assay.conductor.http-host or"
              + " assay.pxe-filter.http-host.");
    }
  }

  private static String notReady(Probe.Answer answer) throws IOException {
    var down = new ArrayList<String>();
    for (var check : answer.json().path("checks")) {
      if (!check.path("status").asText().equals("UP")) {
        down.add(check.path("name").asText() + " " + check.path("data"));
      }
    }
    return String.join("; ", down) + ".";
  }

  private Finding metrics(String url) throws IOException {
    var answer = probe.get(url + "/q/metrics");
    return answer.status() == 200
        ? limits(url, answer.body())
        : Finding.warning(
            "process-metrics",
            "%s/q/metrics is answered with %d.".formatted(url, answer.status()),
            "Let Prometheus reach the processes themselves, see docs/monitoring.md.");
  }

  /** Judges the limits of the process by its metrics, a page in the format of Prometheus. */
  static Finding limits(String url, String page) {
    var wrong = new ArrayList<String>();
    value(page, "process_files_max_files")
        .ifPresent(
            files -> {
              if (files < FEW_FILES) {
                wrong.add("it may open only %.0f files and connections".formatted(files));
              }
            });
    var old = sum(page, "jvm_memory_usage_after_gc");
    if (old > OLD_GENERATION_FULL) {
      wrong.add("%.0f %% of its heap are in use after a collection".formatted(old * 100));
    }
    return wrong.isEmpty()
        ? Finding.ok("process-metrics", "%s serves metrics, and has room.".formatted(url))
        : Finding.warning(
            "process-metrics",
            "%s: %s.".formatted(url, String.join("; ", wrong)),
            "Raise its limit (LimitNOFILE of the unit, or -Xmx).");
  }

  private static OptionalDouble value(String page, String metric) {
    var line = Pattern.compile("(?m)^" + metric + "(?:\\{[^}]*})? (\\S+)$").matcher(page);
    return line.find()
        ? OptionalDouble.of(Double.parseDouble(line.group(1)))
        : OptionalDouble.empty();
  }

  private static double sum(String page, String metric) {
    return value(page, metric).orElse(0);
  }
}
