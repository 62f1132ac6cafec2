package dev.assay.api.error;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import io.vertx.core.http.HttpClosedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.JDBCConnectionException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Converts exceptions to error responses; the only place that does. Source: spec api.md 3. */
public final class ErrorResponses {
  private static final Logger LOG = Logger.getLogger(ErrorResponses.class);

  /** The default of Retry-After, in seconds. */
  private static final String RETRY_AFTER = "5";

  private static final String NO_DETAIL =
      "The request could not be processed because of an internal error; it is logged with the"
          + " request id.";

  /** The response to a request that failed. */
  private record Answer(int status, String body) {}

  private final AllowedMethods methods;

  ErrorResponses(AllowedMethods methods) {
    this.methods = methods;
  }

  /** Converts every exception that a resource or a filter throws. */
  @ServerExceptionMapper
  public Response answer(Throwable failure, RoutingContext context) {
    if (failure instanceof WebApplicationException e && e.getResponse().getStatus() < 400) {
      return e.getResponse();
    }
    if (context.response().closed() && cannotWrite(failure)) {
      LOG.debug("The client was gone before its answer was out.", failure);
      return Response.status(400).build(); // nobody reads it
    }
    var answer = of(failure);
    var response =
        Response.status(answer.status()).type(MediaType.APPLICATION_JSON).entity(answer.body());
    if (answer.status() == ErrorCode.METHOD_NOT_ALLOWED.status()) {
      response.header(
          HttpHeaders.ALLOW,
          allowHeader(failure).orElseGet(() -> methods.of(context.normalizedPath())));
    }
    if (answer.status() == ErrorCode.UNAVAILABLE.status()) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    return response.build();
  }

  /**
   * The Allow header of the resource, which may refuse a method that other resources of its path
   * accept.
   */
  private static Optional<String> allowHeader(Throwable failure) {
    return failure instanceof WebApplicationException e
        ? Optional.ofNullable(e.getResponse().getHeaderString(HttpHeaders.ALLOW))
        : Optional.empty();
  }

  /** The same for requests that never reach a resource. */
  public static void answer(RoutingContext context) {
    var status = context.statusCode();
    var refused = status >= 400 && status < 500; // by the router, which may attach a failure
    var answer =
        context.failure() == null || refused
            ? ofStatus(status < 400 ? 500 : status)
            : of(context.failure());
    end(context, answer.status(), answer.body());
  }

  /**
   * Ends the request with this status and body; resets the response if its head was already sent.
   */
  public static void end(RoutingContext context, int status, String json) {
    if (context.response().headWritten()) {
      context.response().reset();
      return;
    }
    if (status == ErrorCode.UNAVAILABLE.status()
        && !context.response().headers().contains(HttpHeaders.RETRY_AFTER)) {
      context.response().putHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    context
        .response()
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON)
        .end(json);
  }

  private static Answer of(Throwable failure) {
    return switch (failure) {
      case BodyRefused e ->
          new Answer(e.code().status(), ErrorBody.flat(e.code().status(), e.sentence()));
      case AssayException e -> of(e);
      case WebApplicationException e -> of(e);
      case ConstraintViolationException _ when uniqueViolation(failure) ->
          application(ErrorCode.DUPLICATE, "An object with these values already exists.");
      case ConstraintViolationException _ when foreignKeyViolation(failure) ->
          application(
              ErrorCode.CONFLICT,
              "An object that the request refers to was deleted at the same time; try again.");
      default -> unexpected(failure);
    };
  }

  private static Answer of(AssayException e) {
    var status = e.code().status();
    return status == 0
        ? unexpected(e)
        : new Answer(status, ErrorBody.application(status, e.sentence()));
  }

  private static Answer of(WebApplicationException e) {
    var status = e.getResponse().getStatus();
    return status >= 500 ? unexpected(e) : ofStatus(status);
  }

  private static Answer ofStatus(int status) {
    var sentence =
        switch (status) {
          case 400 -> "The request could not be read: check its path and query.";
          case 404 -> "The resource could not be found.";
          case 405 -> "The method is not allowed for this resource; see the Allow header.";
          case 406 -> "The resource is available only as JSON.";
          case 415 -> "The body of the request must be of type application/json.";
          default -> status < 500 ? "The request was refused." : NO_DETAIL;
        };
    return new Answer(status, ErrorBody.routing(status, sentence));
  }

  private static Answer unexpected(Throwable failure) {
    if (closedByClient(failure)) {
      LOG.debug("The client went away before its answer.", failure);
      return new Answer(400, ErrorBody.application(400, "The body of the request broke off."));
    }
    if (unstorable(failure)) {
      return application(
          ErrorCode.INVALID_PARAMETER,
          "The request has a character that cannot be stored: U+0000.");
    }
    if (databaseUnavailable(failure)) {
      LOG.error("The database did not answer.", failure);
      return application(ErrorCode.UNAVAILABLE, "The database does not answer now; try again.");
    }
    LOG.error("A request failed.", failure);
    return application(ErrorCode.INTERNAL, NO_DETAIL);
  }

  private static Answer application(ErrorCode code, String sentence) {
    return new Answer(code.status(), ErrorBody.application(code.status(), sentence));
  }

  /** True when the client closed the connection; any other I/O failure is our own. */
  private static boolean closedByClient(Throwable failure) {
    return causes(failure).anyMatch(HttpClosedException.class::isInstance);
  }

  /**
   * True when the response cannot be written; the second case arises when one is written
   * nevertheless.
   */
  private static boolean cannotWrite(Throwable failure) {
    return failure instanceof IOException
        || (failure instanceof IllegalStateException
            && "Response has already been written".equals(failure.getMessage()));
  }

  private static boolean uniqueViolation(Throwable failure) {
    return sqlStates(failure).anyMatch("23505"::equals);
  }

  private static boolean foreignKeyViolation(Throwable failure) {
    return sqlStates(failure).anyMatch("23503"::equals);
  }

  private static boolean unstorable(Throwable failure) {
    return sqlStates(failure).anyMatch(state -> state.equals("22021") || state.equals("22P05"));
  }

  /**
   * True when there is no connection, the server is stopping, the transaction was rolled back in
   * favour of another, or a timeout of the connection expired (57014 statement, 55P03 lock, 25P03
   * idle in transaction).
   */
  private static boolean databaseUnavailable(Throwable failure) {
    return causes(failure).anyMatch(e -> e instanceof JDBCConnectionException || noConnection(e))
        || sqlStates(failure)
            .anyMatch(
                state ->
                    state.startsWith("08")
                        || state.startsWith("57")
                        || state.startsWith("40")
                        || state.equals("55P03")
                        || state.equals("25P03"));
  }

  private static boolean noConnection(Throwable e) {
    var message = String.valueOf(e.getMessage());
    return (e instanceof JDBCException && message.startsWith("Unable to acquire JDBC Connection"))
        || (e instanceof SQLException
            && message.toLowerCase(Locale.ROOT).contains("acquisition timeout"));
  }

  private static Stream<String> sqlStates(Throwable failure) {
    return causes(failure)
        .filter(SQLException.class::isInstance)
        .flatMap(e -> Stream.ofNullable(((SQLException) e).getSQLState()));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.<Throwable>iterate(failure, e -> e != null, Throwable::getCause).limit(20);
  }
}
