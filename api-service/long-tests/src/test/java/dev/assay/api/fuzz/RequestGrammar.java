package dev.assay.api.fuzz;

import static dev.assay.api.fuzz.Vocabulary.pick;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes requests: the same number under the same seed is the same request. Of three, one is meant
 * well; in the others path, query, headers, body or several of them are spoilt.
 */
final class RequestGrammar {
  private static final String VERSION = "X-OpenStack-Ironic-API-Version: ";
  private static final String JSON = "Content-Type: application/json";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO");

  /** Encoded already, in ways that a client should not; seven of them fit into a request line. */
  private static final List<String> RAW =
      List.of(
          "",
          "%00",
          "%01",
          "%0A",
          "%ff",
          "%c0%80",
          "%ed%a0%80",
          "%2e%2e",
          "..",
          ".",
          "%2f",
          "%2F..",
          "%252e",
          "a%2fb",
          ";a=b",
          "a;b",
          "*",
          "~",
          "a+b",
          "@",
          ":",
          "x.json",
          ".json",
          "%20",
          "$",
          "a".repeat(8_000),
          "%61".repeat(2_000));

  /** What no URI may have. */
  private static final List<String> NO_URI =
      List.of(
          "%zz", "%", "%f", "\u00fc", "\u00ff", "|", "{x}", "[", "\\", "\"", "<", "^", "`", "#");

  private static final List<String> STRANGE_HEADERS =
      List.of(
          VERSION + "latest",
          VERSION + "1.0",
          VERSION + "1.116",
          VERSION + "2.1",
          VERSION + "1.99999999999",
          VERSION + "-1.-1",
          VERSION + "1.1, 1.2",
          VERSION + "\u00fc",
          VERSION,
          VERSION + "1".repeat(5_000),
          "OpenStack-API-Version: baremetal 1.80",
          "OpenStack-API-Version: baremetal x, compute 2.1",
          "Content-Type: text/plain",
          "Content-Type: application/xml; charset=utf-16",
          "Content-Type: application/json; charset=\u00ff",
          "Content-Type: ",
          "Content-Encoding: gzip",
          "Accept: text/html",
          "Accept: ;;q=x/,*",
          "Accept-Encoding: gzip, x",
          "X-Auth-Token: x",
          "Authorization: Basic !!!",
          "Authorization: Bearer",
          "Cookie: a=\"",
          "Origin: http://example.org",
          "Range: bytes=5-1",
          "If-None-Match: *",
          "X-Forwarded-For: ::1, x",
          "Forwarded: for=\"[",
          "X-OpenStack-Request-Id: req-x",
          "X-HTTP-Method-Override: DELETE",
          "Accept-Language: " + "de,".repeat(2_000));

  private final long seed;
  private final List<Endpoint> endpoints;
  private final Map<Endpoint, List<String>> parameters;

  /** {@code parameters} says which query parameters an endpoint knows. */
  RequestGrammar(long seed, List<Endpoint> endpoints, Map<Endpoint, List<String>> parameters) {
    this.seed = seed;
    this.endpoints = List.copyOf(endpoints);
    this.parameters = Map.copyOf(parameters);
  }

  /** Request {@code number}: the endpoints take turns. */
  Request request(long number) {
    var random = new SplittableRandom(seed ^ (number + 1) * 0xBF58476D1CE4E5B9L);
    var endpoint = endpoints.get((int) (number % endpoints.size()));
    var spoilt = random.nextInt(3) > 0;
    var method = spoilt && random.nextInt(20) == 0 ? pick(METHODS, random) : endpoint.method();
    var target =
        path(endpoint, spoilt && random.nextInt(3) == 0, random)
            + query(endpoint, spoilt && random.nextInt(2) == 0, random);
    var headers = headers(spoilt && random.nextInt(4) == 0, random);
    var body = body(endpoint, spoilt && random.nextInt(4) > 0, random);
    if (body.length > 0 && headers.stream().noneMatch(line -> line.startsWith("Content-Type"))) {
      headers.add(JSON);
    }
    return new Request(number, endpoint, method, target, headers, body);
  }

  private static String path(Endpoint endpoint, boolean spoilt, RandomGenerator random) {
    var path = endpoint.path(name -> segment(name, spoilt, random));
    if (!spoilt || random.nextInt(6) > 0) {
      return path;
    }
    return switch (random.nextInt(5)) {
      case 0 -> path + "/";
      case 1 -> path + ".json";
      case 2 -> path.replace("/v1", "");
      case 3 -> path + "/" + raw(random);
      default -> "/" + path;
    };
  }

  private static String raw(RandomGenerator random) {
    return pick(random.nextInt(8) == 0 ? NO_URI : RAW, random);
  }

  private static String segment(String name, boolean spoilt, RandomGenerator random) {
    if (!spoilt) {
      return encoded(Vocabulary.value(name, random));
    }
    return switch (random.nextInt(3)) {
      case 0 -> raw(random);
      case 1 -> encoded(pick(Vocabulary.HOSTILE, random));
      default -> encoded(Vocabulary.value(name, random).toUpperCase(Locale.ROOT));
    };
  }

  private String query(Endpoint endpoint, boolean spoilt, RandomGenerator random) {
    var known = parameters.getOrDefault(endpoint, List.of());
    var count = spoilt ? 1 + random.nextInt(4) : known.isEmpty() ? 0 : random.nextInt(3);
    var query =
        IntStream.range(0, count)
            .mapToObj(_ -> parameter(known, spoilt, random))
            .collect(Collectors.joining("&"));
    return query.isEmpty() && !spoilt ? "" : "?" + query;
  }

  private static String parameter(List<String> known, boolean spoilt, RandomGenerator random) {
    var name =
        known.isEmpty() || (spoilt && random.nextInt(8) == 0)
            ? pick(Vocabulary.parameters(), random)
            : pick(known, random);
    if (!spoilt || random.nextBoolean()) {
      return name + "=" + encoded(Vocabulary.value(name, random));
    }
    return switch (random.nextInt(6)) {
      case 0 -> name + "=" + raw(random);
      case 1 -> encoded(pick(Vocabulary.HOSTILE, random)) + "=x";
      case 2 -> name;
      case 3 -> name + "=" + encoded(Vocabulary.value(name, random)) + "," + raw(random);
      default -> name + "=" + encoded(pick(Vocabulary.HOSTILE, random));
    };
  }

  private static List<String> headers(boolean spoilt, RandomGenerator random) {
    var headers = new ArrayList<String>();
    if (random.nextInt(12) > 0) {
      headers.add(VERSION + "1." + (random.nextInt(6) > 0 ? 115 : 1 + random.nextInt(115)));
    }
    for (var i = spoilt ? 1 + random.nextInt(2) : 0; i > 0; i--) {
      headers.add(pick(STRANGE_HEADERS, random));
    }
    return headers;
  }

  /** Endpoints that take no body get one now and then, and the others now and then none. */
  private static byte[] body(Endpoint endpoint, boolean spoilt, RandomGenerator random) {
    var document = Documents.of(endpoint, random);
    if (random.nextInt(25) == 0 && spoilt) {
      return new byte[0];
    }
    if (document.isPresent()) {
      return Mutations.bytes(document.get(), !spoilt, random);
    }
    return spoilt && random.nextInt(10) == 0
        ? Mutations.bytes(JsonNodeFactory.instance.objectNode().put("a", 1), false, random)
        : new byte[0];
  }

  /**
   * Percent signs for all that is not plain; half of a surrogate pair as the three bytes it has.
   */
  private static String encoded(String text) {
    var out = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (point < 0x80
                  && (Character.isLetterOrDigit(point) || "-._~:".indexOf(point) >= 0)) {
                out.append((char) point);
              } else if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                percent(
                    out,
                    (byte) (0xe0 | point >> 12),
                    (byte) (0x80 | (point >> 6 & 0x3f)),
                    (byte) (0x80 | (point & 0x3f)));
              } else {
                percent(out, Character.toString(point).getBytes(StandardCharsets.UTF_8));
              }
            });
    return out.toString();
  }

  private static void percent(StringBuilder out, byte... bytes) {
    for (var b : bytes) {
      out.append("%%%02X".formatted(b & 0xff));
    }
  }
}
