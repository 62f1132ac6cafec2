package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Runs OpenStack Swift with its S3 interface (middleware s3api over tempauth): a proxy and one
 * server each for accounts, containers and objects, all on 127.0.0.1, with one copy of everything
 * in {@code folder}. Only the Python package python3-swift needs to be installed; no service of the
 * system is used. The folder must be on a file system with extended attributes.
 */
public final class SwiftServer implements AutoCloseable {
  /** The access key of a user who may do everything in the account. */
  public static final String ACCESS_KEY = "assay:inventory";

  /** Its secret key. */
  public static final String SECRET_KEY = "store-secret";

  /** The access key of a user without rights; its secret key is the same. */
  public static final String ACCESS_KEY_WITHOUT_RIGHTS = "assay:nobody";

  /** A bucket that exists. */
  public static final String BUCKET = "inventories";

  private static final String PYTHON = "/usr/bin/python3";
  private static final Path MODULE = Path.of("/usr/lib/python3/dist-packages/swift");

  private final Path folder;
  private final int port = FreePorts.next();
  private final Server proxy;
  private final List<Server> storage = new ArrayList<>();

  private SwiftServer(Path folder) {
    this.folder = folder;
    proxy = server("proxy", this::acceptsBuckets);
    SwiftFiles.write(folder, "proxy-server.conf", SwiftFiles.proxy(folder, port));
    SwiftFiles.write(folder, "swift.conf", SwiftFiles.CLUSTER);
    SwiftFiles.write(folder, "serve.py", SwiftFiles.SERVE);
    SwiftFiles.write(folder, "ring.py", SwiftFiles.RING);
    var rings = new ArrayList<>(List.of(PYTHON, folder.resolve("ring.py").toString(), "disk"));
    for (var kind : List.of("account", "container", "object")) {
      int storagePort = FreePorts.next();
      SwiftFiles.write(
          folder, kind + "-server.conf", SwiftFiles.storage(folder, kind, storagePort));
      storage.add(server(kind, () -> listens(storagePort)));
      rings.add(kind + "=" + storagePort);
    }
    var maker = new Server("swift-rings", rings, Map.of(), folder.resolve("rings.log"), () -> true);
    if (maker.in(folder).launch().awaitExit(Duration.ofSeconds(60)) != 0) {
      throw new IllegalStateException("the rings of Swift cannot be made:\n" + maker.tail());
    }
  }

  /** Starts a new Swift that keeps everything in {@code folder} and holds an empty bucket. */
  public static SwiftServer start(Path folder) {
    if (!Files.isDirectory(MODULE)) {
      throw new IllegalStateException(
          "Swift is not installed (package python3-swift): integration-tests/run installs it");
    }
    var absolute = folder.toAbsolutePath();
    SwiftFiles.createFolder(absolute.resolve("data/disk"));
    var swift = new SwiftServer(absolute);
    try {
      swift.storage.forEach(Server::launch);
      swift.proxy.launch();
      swift.storage.forEach(Server::awaitReady);
      swift.proxy.awaitReady();
      return swift;
    } catch (RuntimeException e) {
      swift.close(); // nobody else can
      throw e;
    }
  }

  /** The base URL of the S3 API. */
  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  /** The proxy, which speaks S3; tests may kill, stop and start it again. */
  public Server proxy() {
    return proxy;
  }

  /** The servers for accounts, containers and objects, in this order. */
  public List<Server> storage() {
    return Collections.unmodifiableList(storage);
  }

  /** The files of the objects that it keeps: one for each object. */
  public List<Path> objectFiles() {
    try (var files = Files.walk(folder.resolve("data/disk/objects"))) {
      return files.filter(file -> file.toString().endsWith(".data")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the objects of Swift cannot be listed", e);
    }
  }

  @Override
  public void close() {
    Stream.concat(Stream.of(proxy), storage.stream()).forEach(Server::kill);
  }

  private Server server(String kind, BooleanSupplier ready) {
    return new Server(
        "swift-" + kind,
        List.of(
            PYTHON,
            folder.resolve("serve.py").toString(),
            kind + "-server",
            folder.resolve(kind + "-server.conf").toString()),
        Map.of(),
        folder.resolve("swift-" + kind + ".log"),
        ready);
  }

  private static boolean listens(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** Creates the bucket, or finds it created; this goes through all servers but that of objects. */
  private boolean acceptsBuckets() {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    var request =
        HttpRequest.newBuilder(URI.create(endpoint() + "/" + BUCKET))
            .timeout(Duration.ofSeconds(5))
            .header("x-amz-date", date)
            .header("Authorization", "AWS %s:%s".formatted(ACCESS_KEY, signature(date)))
            .PUT(BodyPublishers.noBody())
            .build();
    try (var client = HttpClient.newHttpClient()) {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      return status == 200 || status == 409; // 409: it is yours already
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Signature version 2 of S3, which needs one line where version 4 needs a page. */
  private static String signature(String date) {
    try {
      var mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(SECRET_KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
      var signed = "PUT\n\n\n\nx-amz-date:%s\n/%s".formatted(date, BUCKET);
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java has no HMAC-SHA1", e);
    }
  }
}
