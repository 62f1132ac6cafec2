package dev.assay.deployment.engine;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** Waits until servers in containers can be used. */
public final class Reachable {
  private static final int TIMEOUT_MILLIS = 2000;

  private Reachable() {}

  /** Waits until a service of Assay is ready. */
  public static void awaitReady(String address, int port, Duration limit) {
    var url = URI.create("http://%s:%d/q/health/ready".formatted(address, port));
    await(url + " is ready").atMost(limit).until(() -> status(url) == 200);
  }

  private static int status(URI url) {
    try {
      var connection = (HttpURLConnection) url.toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      return connection.getResponseCode();
    } catch (IOException _) {
      return 0;
    }
  }

  /** Waits until a port accepts connections. */
  public static void awaitPort(String address, int port, Duration limit) {
    await(address + ":" + port + " is open").atMost(limit).until(() -> isOpen(address, port));
  }

  private static boolean isOpen(String address, int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), TIMEOUT_MILLIS);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
