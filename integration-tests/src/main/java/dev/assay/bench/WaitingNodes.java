package dev.assay.bench;

import dev.assay.simulator.Rack;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Creates nodes of the fake driver that wait for their ramdisks, all through the API. */
final class WaitingNodes {
  private static final int THREADS = 16;
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final ApiClient api;

  WaitingNodes(ApiClient api) {
    this.api = api;
  }

  /**
   * Creates {@code count} nodes and brings them to {@code inspect wait}.
   *
   * @param from the number of the first machine; addresses are unique within one rack
   * @param bodies what their machines post
   * @return the callback bodies that their ramdisks will post
   */
  List<byte[]> make(int count, int from, Bodies bodies) {
    var states = new NodeStates(api);
    var plan = bodies.rack(api.address() + "/v1/continue_inspection", Math.max(1, from + count));
    // Only the addresses and bodies of the machines are used; they are not started.
    try (var rack = Rack.of(plan)) {
      var machines = rack.machines().subList(from, from + count);
      var nodes = each(machines, this::create);
      manage(nodes);
      forEach(nodes, node -> api.order(node, "inspect"));
      states.awaitNone(TIMEOUT, "inspecting");
      int waiting = states.count("inspect wait");
      if (waiting != count) {
        throw new IllegalStateException(waiting + " of " + count + " nodes wait for their ramdisk");
      }
      return IntStream.range(0, count).mapToObj(n -> bodies.of(machines.get(n), from + n)).toList();
    }
  }

  /** Brings new nodes to {@code manageable}. */
  void manage(List<String> nodes) {
    forEach(nodes, node -> api.order(node, "manage"));
    new NodeStates(api).awaitNone(TIMEOUT, "verifying");
  }

  private String create(Machine machine) {
    var node = api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
    api.createPort(node, machine.macAddresses().getFirst());
    return node;
  }

  private static <T> void forEach(List<T> all, Consumer<T> work) {
    each(
        all,
        one -> {
          work.accept(one);
          return true;
        });
  }

  static <T, R> List<R> each(List<T> all, Function<T, R> work) {
    return each(all, THREADS, work);
  }

  /** The results of {@code work} for all, at most {@code atOnce} of them at the same time. */
  static <T, R> List<R> each(List<T> all, int atOnce, Function<T, R> work) {
    try (var threads = Executors.newFixedThreadPool(atOnce)) {
      List<Callable<R>> calls =
          all.stream().<Callable<R>>map(one -> () -> work.apply(one)).toList();
      return threads.invokeAll(calls).stream().map(WaitingNodes::result).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while nodes were made", e);
    }
  }

  private static <R> R result(Future<R> call) {
    try {
      return call.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while nodes were made", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a request failed: " + e.getCause(), e);
    }
  }
}
