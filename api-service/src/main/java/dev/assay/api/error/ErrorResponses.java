package dev.assay.api.error;

import dev.assay.api.http.ServedApi;
import dev.assay.connection.DatabaseFailure;
import dev.assay.connection.DatabaseOutage;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.objectstore.StoreFailure;
import dev.assay.time.RepeatedMessages;
import io.vertx.core.http.HttpClosedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.hibernate.exception.ConstraintViolationException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Converts exceptions to error responses; the only place that does. Source: spec api.md 3. */
public final class ErrorResponses {
  private static final Logger LOG = Logger.getLogger(ErrorResponses.class);
  private static final RepeatedMessages REPEATED = new RepeatedMessages();

  /** The default of Retry-After, in seconds. */
  private static final String RETRY_AFTER = "5";

  private static final String NO_DETAIL =
      "The request could not be processed because of an internal error; it is logged with the"
          + " request id.";

  private final AllowedMethods methods;
  private final DatabaseOutage outage;

  ErrorResponses(AllowedMethods methods, DatabaseOutage outage) {
    this.methods = methods;
    this.outage = outage;
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
    var answer = of(failure, outage::explains);
    var response =
        Response.status(answer.status())
            .type(MediaType.APPLICATION_JSON)
            .entity(answer.text(ServedApi.of(context)));
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
            : of(context.failure(), _ -> false);
    end(context, answer);
  }

  /** Ends the request with this error; resets the response if its head was already sent. */
  public static void end(RoutingContext context, ErrorBody body) {
    if (context.response().headWritten()) {
      context.response().reset();
      return;
    }
    if (body.status() == ErrorCode.UNAVAILABLE.status()
        && !context.response().headers().contains(HttpHeaders.RETRY_AFTER)) {
      context.response().putHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    context
        .response()
        .setStatusCode(body.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON)
        .end(body.text(ServedApi.of(context)));
  }

  /**
   * @param logged whether a failure needs no log line of its own
   */
  private static ErrorBody of(Throwable failure, Predicate<Throwable> logged) {
    return switch (failure) {
      case BodyRefused e -> ErrorBody.flat(e.code().status(), e.sentence());
      case AssayException e -> of(e, logged);
      case WebApplicationException e -> of(e, logged);
      case ConstraintViolationException _ when uniqueViolation(failure) ->
          application(ErrorCode.DUPLICATE, "An object with these values already exists.");
      case ConstraintViolationException _ when foreignKeyViolation(failure) ->
          application(
              ErrorCode.CONFLICT,
              "An object that the request refers to was deleted at the same time; try again.");
      default -> unexpected(failure, logged);
    };
  }

  private static ErrorBody of(AssayException e, Predicate<Throwable> logged) {
    var status = e.code().status();
    return status == 0 ? unexpected(e, logged) : ErrorBody.application(status, e.sentence());
  }

  private static ErrorBody of(WebApplicationException e, Predicate<Throwable> logged) {
    var status = e.getResponse().getStatus();
    return status >= 500 ? unexpected(e, logged) : ofStatus(status);
  }

  private static ErrorBody ofStatus(int status) {
    var sentence =
        switch (status) {
          case 400 -> "The request could not be read: check its path and query.";
          case 404 -> "The resource could not be found.";
          case 405 -> "The method is not allowed for this resource; see the Allow header.";
          case 406 -> "The resource is available only as JSON.";
          case 415 -> "The body of the request must be of type application/json.";
          default -> status < 500 ? "The request was refused." : NO_DETAIL;
        };
    return ErrorBody.routing(status, sentence);
  }

  private static ErrorBody unexpected(Throwable failure, Predicate<Throwable> logged) {
    if (closedByClient(failure)) {
      LOG.debug("The client went away before its answer.", failure);
      return ErrorBody.application(400, "The body of the request broke off.");
    }
    if (unstorable(failure)) {
      return application(
          ErrorCode.INVALID_PARAMETER,
          "The request has a character that cannot be stored: U+0000.");
    }
    if (failure instanceof StoreFailure) {
      if (REPEATED.isDue(failure.toString())) {
        LOG.warnf("A request needs what is in the object store: %s", failure.getMessage());
      }
      return application(
          ErrorCode.UNAVAILABLE,
          "What was asked for is in the object store, which cannot give it now: try again later;"
              + " the log of the API service tells why.");
    }
    if (DatabaseFailure.isTemporary(failure)) {
      if (!logged.test(failure) && REPEATED.isDue(failure.toString())) {
        LOG.error("The database did not answer; such failures are logged once a minute.", failure);
      }
      return application(ErrorCode.UNAVAILABLE, "The database does not answer now; try again.");
    }
    LOG.error("A request failed.", failure);
    return application(ErrorCode.INTERNAL, NO_DETAIL);
  }

  private static ErrorBody application(ErrorCode code, String sentence) {
    return ErrorBody.application(code.status(), sentence);
  }

  /** True when the client closed the connection; any other I/O failure is our own. */
  private static boolean closedByClient(Throwable failure) {
    return DatabaseFailure.causes(failure).stream().anyMatch(HttpClosedException.class::isInstance);
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
    return DatabaseFailure.sqlStates(failure).anyMatch("23505"::equals);
  }

  private static boolean foreignKeyViolation(Throwable failure) {
    return DatabaseFailure.sqlStates(failure).anyMatch("23503"::equals);
  }

  private static boolean unstorable(Throwable failure) {
    return DatabaseFailure.sqlStates(failure)
        .anyMatch(state -> state.equals("22021") || state.equals("22P05"));
  }
}
