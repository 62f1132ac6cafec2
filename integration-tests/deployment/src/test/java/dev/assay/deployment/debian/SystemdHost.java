package dev.assay.deployment.debian;

import static org.awaitility.Awaitility.await;

import dev.assay.deployment.engine.Podman;
import dev.assay.deployment.engine.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A container that is a host with Debian: systemd, PostgreSQL and RabbitMQ as their packages
 * configure them. Port 6385 of it is a port of 127.0.0.1.
 */
final class SystemdHost implements AutoCloseable {
  private static final String BASE = "localhost/assay-base/debian:local";
  private static final String IMAGE = "localhost/assay-test/systemd";
  private static final String PACKAGES =
      "systemd systemd-sysv adduser ca-certificates p11-kit postgresql rabbitmq-server ipmitool"
          + " dnsmasq-base iproute2 procps";
  private static final Duration START = Duration.ofSeconds(90);

  private final String container;

  private SystemdHost(String container) {
    this.container = container;
  }

  /** Starts it with {@code packages} at {@code /packages}, and waits until it has booted. */
  static SystemdHost start(Path packages) {
    Podman.require();
    buildImage();
    var container =
        Podman.run(
            "run",
            "--detach",
            "--systemd=always",
            "--cap-add=NET_ADMIN,NET_RAW",
            "--publish=127.0.0.1::6385",
            "--volume=" + packages + ":/packages:ro",
            IMAGE,
            "/sbin/init");
    var host = new SystemdHost(container);
    await("systemd has booted")
        .atMost(START)
        .until(() -> host.attempt("systemctl is-system-running").output().contains("running"));
    return host;
  }

  private static void buildImage() {
    Podman.script("deploy/images/base", "debian");
    var build =
        """
        podman build --quiet --network=host --tag=%2$s - <<'END'
        FROM %1$s
        RUN apt-get -q update && \\
            DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends %3$s && \\
            apt-get clean && systemctl mask systemd-udevd systemd-logind getty.target
        END
        """
            .formatted(BASE, IMAGE, PACKAGES);
    Program.require(List.of("sh", "-euc", build));
  }

  /** What a shell script printed that must succeed. */
  String run(String script) {
    var result = attempt(script);
    if (result.status() != 0) {
      throw new IllegalStateException(
          "%s ended with status %d: %s".formatted(script, result.status(), result.output()));
    }
    return result.output().strip();
  }

  /** The result of a shell script. */
  Program.Result attempt(String script) {
    return Podman.attempt("", "exec", container, "sh", "-euc", script);
  }

  /** Starts a program that runs on by itself; its standard output goes to a file. */
  void background(String command, String output) {
    Podman.run("exec", "--detach", container, "sh", "-c", command + " >" + output);
  }

  /** The state of a unit, {@code active} for example. */
  String state(String unit) {
    return attempt("systemctl is-active " + unit).output().strip();
  }

  /** The process of a unit; 0 when there is none. */
  String process(String unit) {
    return run("systemctl show --property=MainPID --value " + unit);
  }

  /** The base URL of the API, from outside. */
  String api() {
    return "http://" + Podman.run("port", container, "6385/tcp");
  }

  @Override
  public void close() {
    Podman.run("rm", "--force", "--volumes", container);
  }
}
