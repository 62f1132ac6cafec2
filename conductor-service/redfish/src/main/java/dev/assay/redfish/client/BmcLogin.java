package dev.assay.redfish.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.redfish.client.RedfishAccess.Auth;
import dev.assay.redfish.client.RedfishAccess.Login;
import dev.assay.redfish.client.RedfishTransport.Credential;
import dev.assay.redfish.client.Sessions.Entry;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Sends requests to one BMC with its credentials: by session, by user and password, or without a
 * login. DSP0266 13.3.
 */
final class BmcLogin {
  private final RedfishAccess access;
  private final RedfishTransport transport;
  private final Sessions sessions;
  private final BmcErrors errors;

  BmcLogin(RedfishAccess access, RedfishTransport transport, Sessions sessions) {
    this.access = access;
    this.transport = transport;
    this.sessions = sessions;
    this.errors = new BmcErrors(access);
  }

  /**
   * Sends {@code request} and returns the response; throws HardwareFailure for 401, 403 and 503.
   */
  RedfishResponse send(RedfishRequest request) {
    var login = access.login();
    var answer =
        login.isPresent() ? sendAs(request, login.get()) : transport.exchange(request, none());
    if (answer.status() == 401 || answer.status() == 403) {
      throw errors.refused(request, answer);
    }
    return answer;
  }

  private RedfishResponse sendAs(RedfishRequest request, Login login) {
    if (access.auth() == Auth.BASIC) {
      return transport.exchange(request, basic(login));
    }
    var known = sessions.find(access);
    if (known.isPresent()) {
      var answer = transport.exchange(request, credential(known.get(), login));
      if (answer.status() != 401) {
        return answer;
      }
      sessions.forget(access, known.get());
      if (known.get() instanceof Entry.Basic) {
        return answer; // the BMC refuses the password: sent again, it may lock the user out
      }
    }
    return transport.exchange(request, credential(open(login), login));
  }

  private Entry open(Login login) {
    var path = sessionsPath();
    if (path.isEmpty()) {
      return remembered(new Entry.Basic());
    }
    var body =
        JsonNodeFactory.instance
            .objectNode()
            .put("UserName", login.user())
            .put("Password", login.password().clear());
    var request = RedfishRequest.post(path.get(), body);
    return access.auth() == Auth.SESSION
        ? session(request, transport.exchange(request, none()))
        : sessionOrBasic(request, transport.follow(request, none()));
  }

  private Entry session(RedfishRequest request, RedfishResponse answer) {
    return switch (answer.status()) {
      case 401, 403 -> throw errors.refused(request, answer);
      default -> {
        if (!answer.isSuccess()) {
          throw errors.unexpected(request, answer);
        }
        yield token(answer).orElseThrow(errors::noToken);
      }
    };
  }

  /**
   * Does not try a wrong password twice: many BMCs lock the user out. A login that gives no usable
   * token is not repeated either: each may leave a session open at the BMC.
   */
  private Entry sessionOrBasic(RedfishRequest request, RedfishResponse answer) {
    return switch (answer.status()) {
      case 401, 403 -> throw errors.refused(request, answer);
      case 404, 405, 501 -> remembered(new Entry.Basic());
      default ->
          answer.isSuccess()
              ? token(answer).orElseGet(() -> remembered(new Entry.Basic()))
              : new Entry.Basic();
    };
  }

  private Optional<Entry> token(RedfishResponse answer) {
    return answer
        .returnable("X-Auth-Token")
        .map(token -> remembered(new Entry.Session(new Secret(token), sessionPath(answer))));
  }

  /** The path of the session, for closing it. */
  private static Optional<String> sessionPath(RedfishResponse answer) {
    return answer.header("Location").flatMap(BmcLogin::path).or(() -> odataId(answer));
  }

  /** Only the path of the URL: some BMCs put a host name of their own before it. */
  private static Optional<String> path(String location) {
    try {
      return Optional.ofNullable(new URI(location).getRawPath());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> odataId(RedfishResponse answer) {
    try {
      return RedfishResource.Link.path(answer.as(RedfishResource.Link.class));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private Entry remembered(Entry entry) {
    return sessions.remember(access, entry);
  }

  /**
   * The path for new sessions; empty when the BMC names none and basic authentication is allowed.
   */
  private Optional<String> sessionsPath() {
    var answer = transport.exchange(RedfishRequest.get(RedfishResource.ROOT), none());
    var named =
        answer.isSuccess() ? root(answer).flatMap(RedfishResource.ServiceRoot::sessions) : none();
    return named.isEmpty() && access.auth() == Auth.SESSION
        ? Optional.of(RedfishResource.ROOT + "SessionService/Sessions")
        : named.map(String::valueOf);
  }

  private Optional<RedfishResource.ServiceRoot> root(RedfishResponse answer) {
    try {
      return Optional.of(answer.as(RedfishResource.ServiceRoot.class));
    } catch (IOException e) {
      throw errors.unreadable(RedfishRequest.get(RedfishResource.ROOT), e);
    }
  }

  private static Optional<Credential> credential(Entry entry, Login login) {
    return switch (entry) {
      case Entry.Session(Secret token, var _) ->
          Optional.of(new Credential("X-Auth-Token", token.clear()));
      case Entry.Basic() -> basic(login);
    };
  }

  private static Optional<Credential> basic(Login login) {
    return Optional.of(new Credential("Authorization", "Basic " + login.basic()));
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }
}
