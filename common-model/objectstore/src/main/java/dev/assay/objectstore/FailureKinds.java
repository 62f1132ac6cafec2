package dev.assay.objectstore;

import java.io.IOException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Error;

/**
 * Tells failures that pass from those that somebody has to mend, and says what to do. When in doubt
 * a failure is temporary: waiting loses nothing.
 *
 * @param place the bucket and where it is
 */
record FailureKinds(String place) {
  private static final int LONGEST_CAUSE = 200;

  /** The failure of a call. */
  StoreFailure of(SdkException failure) {
    return switch (failure) {
      case AwsServiceException refusal -> refused(refusal);
      case ApiCallTimeoutException timeout -> late(timeout);
      case ApiCallAttemptTimeoutException timeout -> late(timeout);
      default -> unreachable(failure);
    };
  }

  /** The failure of one object of a call for many. */
  StoreFailure ofOneObject(S3Error error) {
    var said = said(error.code(), error.message());
    return "AccessDenied".equals(error.code())
        ? permanent("refuses to delete " + error.key(), said, advice(403, error.code()), null)
        : temporary("could not delete " + error.key(), said, null);
  }

  /** An object that can be read and not be used. */
  PermanentStoreFailure unusable(String name, String why) {
    return new PermanentStoreFailure("In %s, object %s %s.".formatted(place, name, why), null);
  }

  private StoreFailure refused(AwsServiceException failure) {
    int status = failure.statusCode();
    var details = Optional.ofNullable(failure.awsErrorDetails());
    var code = details.map(each -> each.errorCode()).orElse("");
    var message = details.map(each -> each.errorMessage()).orElse("");
    var said = "status %d, %s".formatted(status, said(code, message));
    if (passes(status, code)) {
      return temporary("cannot answer now", said, failure);
    }
    return permanent("refuses", said, advice(status, code), failure);
  }

  private static boolean passes(int status, String code) {
    return status == 408
        || status == 429
        || (status >= 500 && status != 501 && status != 505)
        // Statuses below 500 with which stores ask for another attempt, or report a broken upload.
        || code.equals("SlowDown")
        || code.equals("RequestTimeout")
        || code.equals("OperationAborted")
        || code.equals("BadDigest")
        || code.equals("IncompleteBody");
  }

  private static String advice(int status, String code) {
    return switch (code) {
      case "NoSuchBucket" -> "create the bucket, or correct assay.inventory.s3.bucket";
      case "InvalidAccessKeyId" -> "correct assay.inventory.s3.access-key";
      case "SignatureDoesNotMatch" ->
          "correct assay.inventory.s3.secret-key (Swift says the same of an unknown access key)";
      case "RequestTimeTooSkewed" -> "set the clock of this host or of the store";
      case "AuthorizationHeaderMalformed",
          "PermanentRedirect",
          "IllegalLocationConstraintException" ->
          "correct assay.inventory.s3.region and endpoint";
      case "AccessDenied" ->
          "correct access-key and secret-key of assay.inventory.s3, or let the key read, write,"
              + " delete and list objects of the bucket";
      case "EntityTooLarge" -> "raise the store's limit for the size of objects";
      case "QuotaExceeded" -> "raise the quota, or make room";
      default -> byStatus(status);
    };
  }

  private static String byStatus(int status) {
    return switch (status) {
      case 301, 302, 307, 308 -> "correct assay.inventory.s3.endpoint, region and path-style";
      case 401, 403 ->
          "correct access-key and secret-key of assay.inventory.s3, or give the key the rights";
      case 404 -> "correct assay.inventory.s3.endpoint and bucket";
      case 413 -> "raise the store's limit for the size of objects or the quota";
      default -> "check that assay.inventory.s3.endpoint is the S3 API of a store";
    };
  }

  private StoreFailure late(SdkException failure) {
    return temporary(
        "did not answer in time",
        "assay.inventory.s3.request-timeout and attempts say how long to wait",
        failure);
  }

  private StoreFailure unreachable(SdkException failure) {
    var certificate = causes(failure).filter(CertificateException.class::isInstance).findFirst();
    if (certificate.isPresent()) {
      return permanent(
          "has a certificate that is not trusted",
          shortened(certificate.get().getMessage()),
          "correct assay.inventory.s3.ca-file, or the host name in endpoint",
          failure);
    }
    return causes(failure)
        .filter(SSLException.class::isInstance)
        .findFirst()
        .map(tls -> temporary("failed in the TLS handshake", shortened(tls.getMessage()), failure))
        .orElseGet(() -> temporary("cannot be reached", shortened(rootMessage(failure)), failure));
  }

  private static String rootMessage(SdkException failure) {
    return causes(failure)
        .filter(IOException.class::isInstance)
        .findFirst()
        .map(Throwable::toString)
        .orElseGet(() -> String.valueOf(failure.getMessage()));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause).limit(20);
  }

  private StoreFailure temporary(String what, String detail, @Nullable Throwable cause) {
    return new TemporaryStoreFailure(
        "The object store (%s) %s: %s.".formatted(place, what, detail), cause);
  }

  private StoreFailure permanent(
      String what, String detail, String advice, @Nullable Throwable cause) {
    return new PermanentStoreFailure(
        "The object store (%s) %s: %s. What to do: %s.".formatted(place, what, detail, advice),
        cause);
  }

  private static String said(@Nullable String code, @Nullable String message) {
    var text = shortened(code + " " + (message == null ? "" : message));
    return text.isEmpty() ? "without a reason" : "it says \"%s\"".formatted(text);
  }

  /** A text of the store; it may be a whole page, or missing. */
  private static String shortened(@Nullable String text) {
    var line = text == null ? "" : text.replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST_CAUSE ? line : line.substring(0, LONGEST_CAUSE) + "...";
  }
}
