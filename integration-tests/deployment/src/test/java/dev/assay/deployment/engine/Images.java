package dev.assay.deployment.engine;

/** The images of Assay, built from this checkout with base images of this machine. */
public final class Images {
  /** Their prefix. */
  public static final String PREFIX = "localhost/assay";

  /** Their tag. */
  public static final String TAG = isTrained() ? "trained" : "untrained";

  /** PostgreSQL, with the variables of the official image. */
  public static final String POSTGRES = "localhost/assay-base/postgres:local";

  /** RabbitMQ, as {@link #POSTGRES}. */
  public static final String RABBITMQ = "localhost/assay-base/rabbitmq:local";

  /** HAProxy, with its file at {@code /usr/local/etc/haproxy/haproxy.cfg}. */
  public static final String HAPROXY = "localhost/assay-base/haproxy:local";

  private static boolean built;

  private Images() {}

  /**
   * Builds them, once for all tests, with a training run unless {@code assay.deployment.training}
   * is false. With {@code assay.deployment.build=false} those of an earlier run are used.
   */
  public static synchronized void build() {
    Podman.require();
    if (!built && isWanted("assay.deployment.build")) {
      Podman.script("deploy/images/base");
      System.out.println(
          Podman.script(
              "deploy/images/build",
              "--engine",
              "podman",
              "--local-bases",
              "--prefix",
              PREFIX,
              "--tag",
              TAG,
              isTrained() ? "--training" : "--no-training"));
      built = true;
    }
  }

  private static boolean isTrained() {
    return isWanted("assay.deployment.training");
  }

  private static boolean isWanted(String property) {
    return !"false".equals(System.getProperty(property));
  }

  /** The name of an image, {@code api} for example. */
  public static String of(String name) {
    return PREFIX + "/" + name + ":" + TAG;
  }
}
