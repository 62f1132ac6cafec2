package dev.assay.standalone.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.doctor.Finding;
import dev.assay.standalone.client.Api;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks of the API as clients and machines reach it. */
final class ApiChecks {
  private static final Duration CERTIFICATE_NOTICE = Duration.ofDays(14);
  private static final String FORGED = "forged.invalid";

  private final String url;
  private final Api api;
  private final Probe probe;
  private final Clock clock;

  ApiChecks(String url, Api api, Probe probe, Clock clock) {
    this.url = url;
    this.api = api;
    this.probe = probe;
    this.clock = clock;
  }

  /** Runs all, or only the first one when the API does not respond. */
  List<Finding> all() {
    try {
      if (probe.get(url + "/v1").status() != 200) {
        return List.of(silent("it does not answer /v1 with 200"));
      }
    } catch (IOException e) {
      return List.of(silent(Checks.oneLine(e)));
    }
    var checks =
        new Checks()
            .run("authentication", this::authentication)
            .run("api-tls", () -> tls("api-tls", url))
            .run("public-url", this::publicUrl)
            .run("forged-headers", this::forgedHeaders)
            .run("internal-paths", this::internalPaths);
    try {
      var report = api.get("/v1/doctor").body();
      checks.add(service(report));
      checks.run("callback-url", () -> callback(report.path("callback_url").asText("")));
      checks.add(Fleet.conductors(api.get("/v1/conductors?detail=true").body()));
      checks.add(Fleet.filters(api.get("/v1/pxe_filters").body()));
    } catch (IllegalStateException e) {
      checks.add(
          List.of(
              Finding.failed(
                  "api-login",
                  "The API does not tell about itself: %s.".formatted(Checks.oneLine(e)),
                  "Set $OS_USERNAME and $OS_PASSWORD to those of an administrator or observer.")));
    }
    return checks.findings();
  }

  private Finding silent(String why) {
    return Finding.failed(
        "api",
        "The API at %s does not work: %s.".formatted(url, why),
        "Start it, or correct --url and --ca; the other checks of it were left out.");
  }

  Finding authentication() throws IOException {
    var status = probe.get(url + "/v1/nodes?limit=1").status();
    if (status == 401) {
      return Finding.ok("authentication", "Requests without credentials are refused.");
    }
    if (status != 200) {
      throw new IOException("a request without credentials was answered with " + status);
    }
    var detail = "The API needs no password: who reaches it controls the machines.";
    var fix = "Set assay.api.auth-strategy=http_basic and assay.api.http-basic-auth-user-file.";
    return Probe.isLoopback(url)
        ? Finding.warning(
            "authentication", detail + " That is every user and program of this host.", fix)
        : Finding.failed("authentication", detail, fix);
  }

  /** Whether what is sent to {@code target} is encrypted, for longer than two weeks. */
  Finding tls(String check, String target) throws IOException {
    if (URI.create(target).getScheme().equals("https")) {
      return certificate(check, probe.get(target + "/v1").certificateUntil());
    }
    return Probe.isLoopback(target)
        ? Finding.skipped(
            check, "%s is on this host: give the URL that others use.".formatted(target))
        : Finding.warning(
            check,
            "%s is without TLS: who reads that network reads passwords and inventories."
                .formatted(target),
            "Set assay.api.tls-certificate and tls-key, or have the load balancer speak TLS.");
  }

  private Finding certificate(String check, Optional<Instant> until) throws IOException {
    var end = until.orElseThrow(() -> new IOException("the server shows no certificate"));
    var day = end.truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10);
    return end.isBefore(clock.instant().plus(CERTIFICATE_NOTICE))
        ? Finding.warning(
            check,
            "The certificate expires on %s: then no client and no machine connects any more."
                .formatted(day),
            "Replace certificate and key; the files are read again without a restart.")
        : Finding.ok(check, "The certificate is valid until %s.".formatted(day));
  }

  /** Whether the API knows the address that clients use: links in responses begin with it. */
  Finding publicUrl() throws IOException {
    var link = link(probe.get(url + "/v1"));
    return link.startsWith(url + "/")
        ? Finding.ok("public-url", "Links in responses begin with %s.".formatted(url))
        : Finding.warning(
            "public-url",
            "Links in responses begin with %s, while clients use %s.".formatted(root(link), url),
            "Behind a load balancer list it in assay.api.trusted-proxies, or set"
                + " assay.api.public-endpoint.");
  }

  Finding forgedHeaders() throws IOException {
    var link =
        link(probe.get(url + "/v1", "X-Forwarded-Host", FORGED, "X-Forwarded-For", "192.0.2.1"));
    return link.contains(FORGED)
        ? Finding.warning(
            "forged-headers",
            "The API believes X-Forwarded-Host of this host: unless it is the load balancer, anybody"
                + " can pretend to have any address.",
            "Let assay.api.trusted-proxies have the load balancers alone, and let them replace these"
                + " headers.")
        : Finding.ok("forged-headers", "Forged addresses of clients are ignored.");
  }

  Finding internalPaths() throws IOException {
    var open = probe.get(url + "/q/metrics").status() == 200;
    if (!open) {
      return Finding.ok("internal-paths", "Metrics are not shown to clients.");
    }
    return Probe.isLoopback(url)
        ? Finding.skipped("internal-paths", "%s shows metrics to this host itself.".formatted(url))
        : Finding.warning(
            "internal-paths",
            "%s/q/metrics answers everybody who reaches it.".formatted(url),
            "Let the load balancer refuse paths that begin with /q/, as deploy/haproxy/haproxy.cfg"
                + " does.");
  }

  /** Whether machines can reach what they are told, as far as it can be seen from here. */
  Finding callback(String callback) throws IOException {
    if (callback.isEmpty()) {
      return Finding.skipped("callback-url", "assay.boot.url is not set: see the check callback.");
    }
    try {
      var status = probe.get(callback + "/v1").status();
      if (status != 200) {
        return Finding.warning(
            "callback-url",
            "%s/v1 is answered with %d instead of 200: is it the API?".formatted(callback, status),
            "Set assay.boot.url to the API's URL as machines reach it.");
      }
    } catch (IOException e) {
      return Finding.warning(
          "callback-url",
          "Machines are told to send their data to %s, which does not work from here: %s."
              .formatted(callback, Checks.oneLine(e)),
          "Unless only the provisioning network reaches it, correct assay.boot.url; for HTTPS give"
              + " the certificate's authority to ramdisks, and to the doctor with --ca.");
    }
    return tls("callback-url", callback);
  }

  private static List<Finding> service(JsonNode report) {
    var findings = new ArrayList<Finding>();
    for (var check : report.path("checks")) {
      findings.add(
          new Finding(
              check.path("check").asText(),
              Finding.Result.valueOf(check.path("result").asText().toUpperCase(Locale.ROOT)),
              check.path("detail").asText(),
              check.path("fix").textValue()));
    }
    return findings;
  }

  private static String link(Probe.Answer answer) throws IOException {
    var link = answer.json().findPath("href").asText();
    if (link.isEmpty()) {
      throw new IOException("the response to /v1 has no link");
    }
    return link;
  }

  private static String root(String link) {
    var uri = URI.create(link);
    return uri.getScheme() + "://" + uri.getAuthority();
  }
}
