package dev.assay.bench;

import static java.lang.String.format;

import io.vertx.core.http.HttpMethod;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The kinds of requests that {@link Reads} measures; each request uses a randomly chosen node. */
enum ReadKind {
  PAGE("page of 1,000, default fields", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get(SHORT + marker(random, nodes));
    }
  },
  FULL_PAGE("page of 1,000, all fields", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get(FULL + marker(random, nodes));
    }
  },
  /** What a poller asks that has the page already. */
  UNCHANGED_PAGE("page of 1,000, unchanged", 304) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get(SHORT + turn(nodes, number));
    }
  },
  UNCHANGED_FULL_PAGE("page, all fields, unchanged", 304) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get(FULL + turn(nodes, number));
    }
  },
  NODE("one node", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get("/v1/nodes/" + StoredNodes.uuid(random.nextInt(nodes) + 1));
    }
  },
  PORT("port by address", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return get("/v1/ports?address=" + StoredNodes.address(random.nextInt(nodes) + 1));
    }
  },
  /** Hands out the token of the node's agent, which writes the node: each node once. */
  FIRST_LOOKUP("first lookup of a node", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return lookup((int) (number * SCATTER % nodes) + 1);
    }

    @Override
    int most(int nodes) {
      return nodes;
    }
  },
  LOOKUP("repeated lookup", 200) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return lookup(random.nextInt(nodes) + 1);
    }
  },
  HEARTBEAT("heartbeat", 202) {
    @Override
    Ask next(RandomGenerator random, int nodes, int number) {
      return new Ask(
          HttpMethod.POST,
          "/v1/heartbeat/" + StoredNodes.uuid(random.nextInt(nodes) + 1),
          """
          {"callback_url": "https://192.0.2.1:9999", "agent_version": "9.14", "agent_token": "%s"}"""
              .formatted(StoredNodes.TOKEN));
    }
  };

  /** One request. */
  record Ask(HttpMethod method, String path, @Nullable String body) {}

  private static final int PAGE_SIZE = 1000;
  private static final String SHORT = "/v1/nodes?limit=1000";
  private static final String FULL = "/v1/nodes/detail?limit=1000";

  /** A prime above the number of nodes: its multiples reach each node once, in no near order. */
  private static final long SCATTER = 1_000_003;

  private final String title;
  private final int status;

  ReadKind(String title, int status) {
    this.title = title;
    this.status = status;
  }

  /** The name in the table of results. */
  String title() {
    return title;
  }

  /** The status of a successful response. */
  int status() {
    return status;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Request {@code number} of a run, counted from 0. */
  abstract Ask next(RandomGenerator random, int nodes, int number);

  /** The largest number of requests in one run. */
  int most(int nodes) {
    return Integer.MAX_VALUE;
  }

  private static Ask get(String path) {
    return new Ask(HttpMethod.GET, path, null);
  }

  private static Ask lookup(int node) {
    return get("/v1/lookup?addresses=" + StoredNodes.address(node));
  }

  /** True when requests carry the tag of an earlier response. */
  boolean isConditional() {
    return this == UNCHANGED_PAGE || this == UNCHANGED_FULL_PAGE;
  }

  /** True for pages, which are also measured on a single connection. */
  boolean isPage() {
    return this == PAGE || this == FULL_PAGE || isConditional();
  }

  /** The query parameter for one full page after the other. */
  private static String turn(int nodes, int number) {
    var before = number % (nodes / PAGE_SIZE) * PAGE_SIZE;
    return before == 0 ? "" : marker(before);
  }

  /** The query parameter that starts a page at a random node, so that the page is full. */
  private static String marker(RandomGenerator random, int nodes) {
    var before = random.nextInt(nodes - PAGE_SIZE + 1);
    return before == 0 ? "" : marker(before);
  }

  private static String marker(int before) {
    return format("&marker=%s", StoredNodes.uuid(before));
  }
}
