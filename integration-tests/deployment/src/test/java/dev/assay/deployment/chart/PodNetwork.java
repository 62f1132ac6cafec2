package dev.assay.deployment.chart;

import dev.assay.deployment.engine.Podman;

/** A network of containers on this machine, in which each one has the address that it is given. */
final class PodNetwork implements AutoCloseable {
  private final String name;
  private final String prefix;

  private PodNetwork(String name, String prefix) {
    this.name = name;
    this.prefix = prefix;
  }

  static PodNetwork create(String name) {
    Podman.attempt("", "network", "rm", "--force", name); // of a run that was killed
    Podman.run("network", "create", name);
    var subnet = Podman.run("network", "inspect", "-f", "{{(index .Subnets 0).Subnet}}", name);
    return new PodNetwork(name, subnet.substring(0, subnet.lastIndexOf('.') + 1));
  }

  String name() {
    return name;
  }

  /** The address with this last number; 1 is this machine. */
  String address(int number) {
    return prefix + number;
  }

  @Override
  public void close() {
    Podman.attempt("", "network", "rm", "--force", name);
  }
}
