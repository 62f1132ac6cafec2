package dev.assay.api.http;

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

/** The only place where exceptions become bodies. Source: spec api.md 3. */
public final class ErrorAnswers {
  private static final Logger LOG = Logger.getLogger(ErrorAnswers.class);

  /** In seconds, where nobody knows better. */
  private static final String RETRY_AFTER = "5";

  private static final String NO_DETAIL =
      "The request could not be processed because of an internal error; it is logged with the"
          + " request id.";

  /** What is answered to the request that caused a failure. */
  private record Answer(int status, String body) {}

  private final AllowedMethods methods;

  ErrorAnswers(AllowedMethods methods) {
    this.methods = methods;
  }

  /** Every exception that a resource or a filter throws. */
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
          allowed(failure).orElseGet(() -> methods.of(context.normalizedPath())));
    }
    if (answer.status() == ErrorCode.UNAVAILABLE.status()) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    return response.build();
  }

  /** By the resource, which may refuse a method that others of its path take. */
  private static Optional<String> allowed(Throwable failure) {
    return failure instanceof WebApplicationException e
        ? Optional.ofNullable(e.getResponse().getHeaderString(HttpHeaders.ALLOW))
        : Optional.empty();
  }

  /** The same for what never reaches a resource. */
  static void answer(RoutingContext context) {
    var status = context.statusCode();
    var refused = status >= 400 && status < 500; // by the router, which may say why as a failure
    var answer =
        context.failure() == null || refused
            ? ofStatus(status < 400 ? 500 : status)
            : of(context.failure());
    end(context, answer.status(), answer.body());
  }

  /** Ends the request with this body. */
  static void end(RoutingContext context, int status, String json) {
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
      case ConstraintViolationException _ when unique(failure) ->
          application(ErrorCode.DUPLICATE, "An object with these values already exists.");
      case ConstraintViolationException _ when orphan(failure) ->
          application(
              ErrorCode.CONFLICT,
              "What the request belongs to was deleted at the same moment; try again.");
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
          case 406 -> "The resource is only there as JSON.";
          case 415 -> "The body of the request must be of type application/json.";
          default -> status < 500 ? "The request was refused." : NO_DETAIL;
        };
    return new Answer(status, ErrorBody.routing(status, sentence));
  }

  private static Answer unexpected(Throwable failure) {
    if (gone(failure)) {
      LOG.debug("The client went away before its answer.", failure);
      return new Answer(400, ErrorBody.application(400, "The body of the request broke off."));
    }
    if (unstorable(failure)) {
      return application(
          ErrorCode.INVALID_PARAMETER,
          "The request has a character that cannot be stored: U+0000.");
    }
    if (databaseAway(failure)) {
      LOG.error("The database did not answer.", failure);
      return application(ErrorCode.UNAVAILABLE, "The database does not answer now; try again.");
    }
    LOG.error("A request failed.", failure);
    return application(ErrorCode.INTERNAL, NO_DETAIL);
  }

  private static Answer application(ErrorCode code, String sentence) {
    return new Answer(code.status(), ErrorBody.application(code.status(), sentence));
  }

  /** Nothing but this is the client's doing: any other failure of input or output is our own. */
  private static boolean gone(Throwable failure) {
    return causes(failure).anyMatch(HttpClosedException.class::isInstance);
  }

  /** The second one is what becomes of an attempt to answer all the same. */
  private static boolean cannotWrite(Throwable failure) {
    return failure instanceof IOException
        || (failure instanceof IllegalStateException
            && "Response has already been written".equals(failure.getMessage()));
  }

  private static boolean unique(Throwable failure) {
    return sqlStates(failure).anyMatch("23505"::equals);
  }

  private static boolean orphan(Throwable failure) {
    return sqlStates(failure).anyMatch("23503"::equals);
  }

  private static boolean unstorable(Throwable failure) {
    return sqlStates(failure).anyMatch(state -> state.equals("22021") || state.equals("22P05"));
  }

  /**
   * No connection, a server that stops, a transaction that lost against another, or one of the time
   * limits of a connection (57014 statement, 55P03 lock, 25P03 idle in transaction).
   */
  private static boolean databaseAway(Throwable failure) {
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
