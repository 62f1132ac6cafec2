package dev.assay.stack;

import dev.assay.secret.KeyFile;
import dev.assay.stack.SharedBroker.VirtualHost;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a complete installation as an operator would: PostgreSQL, RabbitMQ and the packaged services
 * as processes, all on loopback and on free ports.
 *
 * <pre>{@code
 * @AutoClose static final Stack STACK = Stack.named("one-inspection").apis(2).conductors(2).start();
 * }</pre>
 *
 * <p>Logs are in {@code integration-tests/target/stack/NAME}, those of a shared broker in {@code
 * broker-PID-NUMBER} beside it.
 */
public final class Stack implements AutoCloseable {
  private final Path folder;
  private final PostgresServer database;
  private final @Nullable RabbitServer broker;
  private final List<Service> apis;
  private final List<Service> conductors;
  private final List<Service> filters;
  private final Map<String, Links> links;
  private final Deque<AutoCloseable> toClose;

  /** The connections of one service to the servers that it needs. */
  public record Links(TcpLink database, TcpLink broker) {}

  private Stack(
      Path folder,
      PostgresServer database,
      @Nullable RabbitServer broker,
      List<Service> apis,
      List<Service> conductors,
      List<Service> filters,
      Map<String, Links> links,
      Deque<AutoCloseable> toClose) {
    this.folder = folder;
    this.database = database;
    this.broker = broker;
    this.apis = List.copyOf(apis);
    this.conductors = List.copyOf(conductors);
    this.filters = List.copyOf(filters);
    this.links = Map.copyOf(links);
    this.toClose = toClose;
  }

  /** A plan for one API and one conductor, which can be changed before it is started. */
  public static Plan named(String name) {
    return new Plan(name);
  }

  /** The key file with which the services encrypt secrets. */
  public Path keyFile() {
    return keyFile(folder);
  }

  private static Path keyFile(Path folder) {
    return folder.resolve("secrets.keys").toAbsolutePath();
  }

  /** The folder with logs and data. */
  Path folder() {
    return folder;
  }

  /** The links of a service, {@code conductor-2} for example, of a stack with links. */
  public Links links(String service) {
    return Objects.requireNonNull(links.get(service), "this stack has no links");
  }

  public PostgresServer database() {
    return database;
  }

  /** The broker of a stack that has {@linkplain Plan#ownBroker its own}. */
  public RabbitServer broker() {
    return Objects.requireNonNull(broker, "other stacks use this broker too: plan ownBroker()");
  }

  public List<Service> apis() {
    return apis;
  }

  public List<Service> conductors() {
    return conductors;
  }

  public List<Service> filters() {
    return filters;
  }

  /** A client of the first API. */
  public ApiClient api() {
    return api(0);
  }

  /** A client of the API with this index, from 0. */
  public ApiClient api(int index) {
    return new ApiClient(apis.get(index).address());
  }

  /** The URL to which a ramdisk posts its callback, for {@code ipa-inspection-callback-url}. */
  public String callbackUrl() {
    return callbackUrl(0);
  }

  /** The callback URL of the API with this index, from 0. */
  public String callbackUrl(int index) {
    return apis.get(index).address() + "/v1/continue_inspection";
  }

  @Override
  public void close() {
    closeAll(toClose);
  }

  private static void closeAll(Deque<AutoCloseable> toClose) {
    RuntimeException failure = null;
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception e) {
        // Close the rest anyway; the first failure is thrown at the end.
        var unchecked = e instanceof RuntimeException r ? r : new IllegalStateException(e);
        if (failure == null) {
          failure = unchecked;
        } else {
          failure.addSuppressed(unchecked);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The number of services to start and their settings. */
  public static final class Plan {
    /** System property of the tests that run benchmarks in a short form. */
    private static final String SHORT_RUNS = "assay.bench.short-runs";

    private final String name;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> own = new LinkedHashMap<>();

    private Function<String, List<String>> javaOptions = QuickStart::ofService;

    private int apis = 1;
    private int conductors = 1;
    private int filters;
    private boolean linked;
    private boolean ownBroker;
    private boolean managed;
    private Path checkout = Installation.root();

    private Plan(String name) {
      this.name = name;
    }

    public Plan apis(int count) {
      apis = count;
      return this;
    }

    public Plan conductors(int count) {
      conductors = count;
      return this;
    }

    public Plan filters(int count) {
      filters = count;
      return this;
    }

    /** Gives each service links of its own to database and broker, which can be cut. */
    public Plan linked() {
      linked = true;
      return this;
    }

    /**
     * Runs a broker for this stack alone, for tests that stop it, change it or measure it; without
     * this, all stacks of this process share one: see {@link SharedBroker}.
     */
    public Plan ownBroker() {
      ownBroker = true;
      return this;
    }

    /** Runs a broker for this stack alone, with its management plug-in. */
    public Plan managed() {
      managed = true;
      return ownBroker();
    }

    /**
     * Starts services of an earlier version, which is built in another checkout of the project;
     * {@link Service#upgrade} makes them those of this one.
     */
    public Plan from(Path earlier) {
      checkout = earlier;
      return javaOptions(_ -> List.of()); // AOT caches are those of this version
    }

    /** Sets an option of the configuration for every service. */
    public Plan set(String option, Object value) {
      settings.put(option, String.valueOf(value));
      return this;
    }

    /**
     * Sets an option for one service, such as {@code conductor-2}; it overrides the option for all.
     */
    public Plan setFor(String service, String option, Object value) {
      own.computeIfAbsent(service, _ -> new LinkedHashMap<>()).put(option, String.valueOf(value));
      return this;
    }

    /**
     * Runs API services and conductors as they run in production, for benchmarks: see {@link
     * ShippedOptions}; PXE filters with an AOT cache as well, which docs/operating.md describes;
     * the broker for this stack alone. In the short forms that tests run, whose figures do not
     * count, services run as in other tests: see {@link QuickStart}.
     */
    public Plan fast() {
      ownBroker = true;
      return Boolean.getBoolean(SHORT_RUNS)
          ? this
          : javaOptions(
              module ->
                  module.equals("pxe-filter-service")
                      ? QuickStart.ofService(module)
                      : ShippedOptions.ofService(module));
    }

    /** Sets the options of Java, in addition to those of every service, by the service's module. */
    Plan javaOptions(Function<String, List<String>> options) {
      javaOptions = options;
      return this;
    }

    /** Starts all servers, the services concurrently, and waits until all are ready. */
    public Stack start() {
      var folder = Installation.emptyFolder(name);
      var toClose = new ArrayDeque<AutoCloseable>();
      // Also stops everything when the virtual machine is terminated (Ctrl-C).
      var atExit = new Thread(() -> closeAll(toClose), "stop-" + name);
      Runtime.getRuntime().addShutdownHook(atExit);
      try {
        var host = ownBroker ? ownBroker(folder, toClose) : SharedBroker.virtualHost();
        var broker = host.server();
        var database = PostgresServer.start(folder.resolve("postgres"));
        toClose.push(database);
        broker.awaitReady();
        var ports = IntStream.range(0, apis).map(_ -> FreePorts.next()).toArray();
        var common = common(folder, database, host);
        if (apis > 0) {
          common.putIfAbsent("assay.boot.url", "http://127.0.0.1:" + ports[0]);
        }
        var links = linked ? links(toClose, database, broker) : Map.<String, Links>of();
        var launcher = new Service.Launcher(folder, javaOptions, common, own, checkout);
        var stack =
            new Stack(
                folder,
                database,
                ownBroker ? broker : null,
                launch(apis, toClose, i -> launcher.api("api-" + i, ports[i - 1])),
                launch(conductors, toClose, i -> launcher.conductor("conductor-" + i)),
                launch(filters, toClose, i -> launcher.filter("filter-" + i)),
                links,
                toClose);
        stack.apis.forEach(Service::awaitReady);
        stack.conductors.forEach(Service::awaitReady);
        stack.filters.forEach(Service::awaitReady);
        return stack;
      } catch (RuntimeException e) {
        closeAll(toClose);
        throw e;
      }
    }

    private VirtualHost ownBroker(Path folder, Deque<AutoCloseable> toClose) {
      var broker = RabbitServer.prepare(folder.resolve("rabbitmq"), managed);
      toClose.push(broker);
      broker.launch();
      return new VirtualHost(broker, "/");
    }

    private Map<String, Links> links(
        Deque<AutoCloseable> toClose, PostgresServer database, RabbitServer broker) {
      var made = new LinkedHashMap<String, Links>();
      Map.of("api", apis, "conductor", conductors, "filter", filters)
          .forEach(
              (kind, count) -> {
                for (int i = 1; i <= count; i++) {
                  var each = new Links(TcpLink.to(database.port()), TcpLink.to(broker.port()));
                  toClose.push(each.database());
                  toClose.push(each.broker());
                  var service = kind + "-" + i;
                  made.put(service, each);
                  setFor(service, "assay.database.url", PostgresServer.url(each.database().port()));
                  setFor(service, "assay.broker.port", each.broker().port());
                }
              });
      return made;
    }

    private static List<Service> launch(
        int count, Deque<AutoCloseable> toClose, IntFunction<Service> make) {
      var services = new ArrayList<Service>();
      for (int i = 1; i <= count; i++) {
        var service = make.apply(i);
        toClose.push(service);
        services.add(service.launch());
      }
      return services;
    }

    private Map<String, String> common(Path folder, PostgresServer database, VirtualHost host) {
      var all = new LinkedHashMap<String, String>();
      all.put("assay.database.url", database.url());
      all.put("assay.database.username", PostgresServer.USER);
      all.put("assay.database.password", "");
      var keys = keyFile(folder);
      KeyFile.add(keys, false);
      all.put("assay.secrets.key-file", keys.toString());
      all.put("assay.broker.host", "127.0.0.1");
      all.put("assay.broker.port", String.valueOf(host.server().port()));
      all.put("assay.broker.virtual-host", host.name());
      all.put("assay.broker.username", RabbitServer.USER);
      all.put("assay.broker.password", RabbitServer.USER);
      all.put("assay.api.auth-strategy", "noauth");
      all.put("assay.pxe-filter.driver", "noop"); // most tests need no DHCP server
      all.put("assay.ramdisk-logs.folder", folder.resolve("ramdisk-logs").toString());
      all.putAll(settings);
      return all;
    }
  }
}
