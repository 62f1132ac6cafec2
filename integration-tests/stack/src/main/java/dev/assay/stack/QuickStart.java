package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Java options for processes that live for seconds, as in tests: only the first compiler, because
 * they end before the second one pays off, and an AOT cache of the application (JEP 514), with
 * which it starts with two thirds of the processor time.
 *
 * <p>The caches are in {@code integration-tests/target/aot}. The first process that needs one makes
 * it in a training run; others do without it meanwhile.
 */
final class QuickStart {
  private static final Path FOLDER = Installation.target().resolve("aot").toAbsolutePath();
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
  private static final List<String> PLAIN = List.of(FIRST_COMPILER);
  private static final String REQUIRE_MANAGED_BOOT = "assay.inspector.require-managed-boot";
  private static final String STANDALONE = "deploy/standalone";
  private static final List<String> SERVICES =
      List.of("api-service", "conductor-service", "pxe-filter-service");

  /** For a stopping process to write its cache, which is seconds of work for a free processor. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private QuickStart() {}

  /** The options for a service, {@code api-service} for example. */
  static List<String> ofService(String module) {
    prepare(SERVICES, QuickStart::trainServices);
    return using(module);
  }

  /** The options for the all-in-one process. */
  static List<String> ofStandalone() {
    prepare(List.of(STANDALONE), QuickStart::trainStandalone);
    return using(STANDALONE);
  }

  private static List<String> using(String module) {
    return isCurrent(module) ? List.of(FIRST_COMPILER, "-XX:AOTCache=" + cache(module)) : PLAIN;
  }

  /** Options for a training run: the process writes the cache when it is asked to stop. */
  private static List<String> recording(String module) {
    return List.of(FIRST_COMPILER, "-XX:AOTCacheOutput=" + unfinished(module));
  }

  private static Path cache(String module) {
    return FOLDER.resolve(module.replace('/', '-') + ".aot");
  }

  private static Path unfinished(String module) {
    return FOLDER.resolve(module.replace('/', '-') + ".unfinished");
  }

  /** Runs {@code training} unless all caches are there or another process makes them. */
  private static synchronized void prepare(List<String> modules, Runnable training) {
    if (modules.stream().allMatch(QuickStart::isCurrent)) {
      return;
    }
    try {
      Files.createDirectories(FOLDER);
      try (var file =
              FileChannel.open(
                  FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var lock = file.tryLock()) {
        if (lock != null && !modules.stream().allMatch(QuickStart::isCurrent)) {
          training.run();
          for (var module : modules) {
            keep(module);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make AOT caches in " + FOLDER, e);
    }
  }

  /** Java leaves an empty file when it is killed before it has written the cache. */
  private static void keep(String module) throws IOException {
    if (Files.size(unfinished(module)) == 0) {
      throw new IllegalStateException("the training of " + module + " made an empty AOT cache");
    }
    Files.move(unfinished(module), cache(module), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether the cache was made after the application was built. */
  private static boolean isCurrent(String module) {
    try {
      var cache = cache(module);
      return Files.isRegularFile(cache)
          && Files.getLastModifiedTime(cache)
                  .compareTo(Files.getLastModifiedTime(Installation.application(module)))
              > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void trainServices() {
    var hosts = Installation.emptyFolder("aot-training-hosts").toAbsolutePath();
    try (var stack =
        Stack.named("aot-training")
            .javaOptions(QuickStart::recording)
            .filters(1)
            .set("assay.pxe-filter.driver", "dnsmasq")
            .set("assay.pxe-filter.dhcp-hostsdir", hosts)
            .set(REQUIRE_MANAGED_BOOT, false)
            .start()) {
      inspect(stack.api());
      var services = List.of(stack.apis(), stack.conductors(), stack.filters());
      services.forEach(each -> each.forEach(service -> service.process().terminate()));
      services.forEach(each -> each.forEach(service -> service.process().awaitExit(LIMIT)));
    }
  }

  private static void trainStandalone() {
    var folder = Installation.emptyFolder("aot-training-all-in-one");
    try (var assay =
        AllInOne.start(folder, Map.of(REQUIRE_MANAGED_BOOT, false), recording(STANDALONE))) {
      inspect(assay.api());
      assay.process().terminate();
      assay.process().awaitExit(LIMIT);
    }
  }

  /** Uses what most tests use, so that the caches have its classes. */
  private static void inspect(ApiClient api) {
    var address = "52:54:00:a0:70:01";
    var node = api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
    api.createPort(node, address);
    api.manage(node);
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait");
    var inventory =
        Map.of(
            "interfaces",
            List.of(Map.of("name", "eth0", "mac_address", address)),
            "cpu",
            Map.of("architecture", "x86_64"));
    api.callback(Map.of("inventory", inventory)).require(202);
    api.awaitState(node, "manageable");
    api.get("/v1/nodes/" + node + "/inventory").require(200);
    api.get("/v1/nodes").require(200);
  }
}
