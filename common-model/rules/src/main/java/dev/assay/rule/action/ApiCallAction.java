package dev.assay.rule.action;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.ApiCall;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.Value;
import dev.assay.rule.format.TextForm;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Requests an HTTP GET to an allowed host, to be made after the commit. Source: spec rules.md 10.1,
 * api-call.
 */
public final class ApiCallAction implements RuleAction {
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[ -~]*");
  private static final int MAX_HEADERS_LENGTH = 8192;

  /**
   * Headers that rules must not set. They belong to the connection, and the HTTP client rejects
   * some of them.
   */
  private static final Set<String> FORBIDDEN_HEADERS =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final JsonNode EMPTY_OBJECT = JsonNodeFactory.instance.objectNode();

  private static final Argument<Map<String, String>> HEADERS =
      Argument.optional("headers", ArgumentType.of(ApiCallAction::headers), EMPTY_OBJECT);
  private static final Argument<BigDecimal> TIMEOUT =
      Argument.optional("timeout", number("0.001", "60"), IntNode.valueOf(5));
  private static final Argument<BigDecimal> RETRIES =
      Argument.optional("retries", number("0", "10"), IntNode.valueOf(3));
  private static final Argument<BigDecimal> BACKOFF =
      Argument.optional(
          "backoff_factor", number("0", "10"), DecimalNode.valueOf(new BigDecimal("0.3")));

  private final AllowedHosts hosts;
  private final Argument<URI> url = Argument.required("url", ArgumentType.of(this::allowed));
  private final Argument<Map<String, URI>> proxies =
      Argument.optional("proxies", ArgumentType.of(this::proxies), EMPTY_OBJECT);

  /** As {@link java.util.ServiceLoader} creates it: may call no host. */
  public ApiCallAction() {
    this(AllowedHosts.NONE);
  }

  /** May call {@code hosts}. */
  public ApiCallAction(AllowedHosts hosts) {
    this.hosts = hosts;
  }

  @Override
  public String name() {
    return "api-call";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(url, HEADERS, proxies, TIMEOUT, RETRIES, BACKOFF);
  }

  @Override
  public Optional<String> refusal() {
    return hosts.isEmpty()
        ? Optional.of(
            "action api-call is disabled: list the allowed hosts in"
                + " assay.inspection-rules.api-call-hosts")
        : Optional.empty();
  }

  /** Omits the URL, which may contain a token. */
  @Override
  public String attempt(ArgumentValues given) {
    return "order the call";
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.order(
        new ApiCall(
            given.get(url),
            given.get(HEADERS),
            given.get(proxies),
            Duration.ofMillis(given.get(TIMEOUT).movePointRight(3).longValue()),
            given.get(RETRIES).intValue(),
            given.get(BACKOFF).doubleValue()));
  }

  private URI allowed(Value value) {
    return allowed(value.json());
  }

  private URI allowed(JsonNode value) {
    try {
      return hosts.require(TextForm.of(value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Invalid parameter: " + e.getMessage(), e);
    }
  }

  private Map<String, URI> proxies(Value value) {
    var proxies = new LinkedHashMap<String, URI>();
    members(value).properties().forEach(it -> proxies.put(it.getKey(), allowed(it.getValue())));
    if (!List.of("http", "https").containsAll(proxies.keySet())) {
      throw new IllegalArgumentException("Invalid parameter: proxies are for http and https");
    }
    if (!proxies.values().stream().allMatch(it -> "http".equals(it.getScheme()))) {
      throw new IllegalArgumentException("Invalid parameter: the URL of a proxy must use http");
    }
    return proxies;
  }

  private static Map<String, String> headers(Value value) {
    var headers = new LinkedHashMap<String, String>();
    members(value)
        .properties()
        .forEach(it -> headers.put(headerName(it.getKey()), headerValue(it.getValue())));
    if (headers.toString().length() > MAX_HEADERS_LENGTH) {
      throw new IllegalArgumentException(
          "Invalid parameter: the headers are longer than %d characters"
              .formatted(MAX_HEADERS_LENGTH));
    }
    return headers;
  }

  private static String headerName(String name) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Invalid parameter: the name of a header has letters, digits and dashes");
    }
    if (FORBIDDEN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "Invalid parameter: header %s is set by the service".formatted(name));
    }
    return name;
  }

  private static String headerValue(JsonNode value) {
    var text = TextForm.of(value);
    if (!HEADER_VALUE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "Invalid parameter: the value of a header must be printable ASCII without line breaks");
    }
    return text;
  }

  private static ObjectNode members(Value value) {
    return value.json() instanceof ObjectNode object
        ? object
        : value.json().isNull()
            ? JsonNodeFactory.instance.objectNode()
            : refuse("Invalid parameter: it must be an object");
  }

  private static ObjectNode refuse(String why) {
    throw new IllegalArgumentException(why);
  }

  private static ArgumentType<BigDecimal> number(String least, String most) {
    return ArgumentType.of(
        value -> {
          try {
            var number = new BigDecimal(value.text().strip());
            if (number.compareTo(new BigDecimal(least)) >= 0
                && number.compareTo(new BigDecimal(most)) <= 0) {
              return number;
            }
          } catch (NumberFormatException _) {
            // rejected below, like every other invalid value
          }
          throw new IllegalArgumentException(
              "Invalid parameter: it must be a number from %s to %s".formatted(least, most));
        });
  }
}
