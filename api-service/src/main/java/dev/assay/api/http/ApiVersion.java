package dev.assay.api.http;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;

/** A version of the API, 1.{@code minor}. Source: spec api.md 2. */
public record ApiVersion(int minor) implements Comparable<ApiVersion> {
  /** The oldest version, used for clients that name none. */
  public static final ApiVersion MIN = new ApiVersion(1);

  /** The newest version. */
  public static final ApiVersion MAX = new ApiVersion(115);

  /** True for 1.{@code since} and newer. */
  public boolean atLeast(int since) {
    return minor >= since;
  }

  /** Throws NOT_ACCEPTABLE below 1.{@code since}; {@code what} is for example {@code "fields"}. */
  public void require(int since, String what) {
    if (!atLeast(since)) {
      throw new AssayException(
          ErrorCode.NOT_ACCEPTABLE,
          "Request not acceptable. %s needs API version 1.%d or newer, the request is for %s."
              .formatted(what, since, this));
    }
  }

  /**
   * Throws NOT_FOUND below 1.{@code since}, where the whole resource does not exist. Source: api.md
   * 2, V7 (a).
   */
  public void requireResource(int since) {
    if (!atLeast(since)) {
      throw new AssayException(ErrorCode.NOT_FOUND, "Resource could not be found.");
    }
  }

  /**
   * Throws METHOD_NOT_ALLOWED below 1.{@code since}, for the few methods that V7 (b) names. Source:
   * api.md 2.
   */
  public void requireMethod(int since) {
    if (!atLeast(since)) {
      throw new AssayException(
          ErrorCode.METHOD_NOT_ALLOWED,
          "The method is not allowed for this resource before API version 1.%d, the request is for %s."
              .formatted(since, this));
    }
  }

  @Override
  public int compareTo(ApiVersion other) {
    return Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return "1." + minor;
  }
}
