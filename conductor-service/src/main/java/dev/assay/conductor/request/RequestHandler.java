package dev.assay.conductor.request;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.connection.DatabaseFailure;
import dev.assay.connection.DatabaseOutage;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CancellationException;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** Handles one request sent to this conductor. Every request gets a reply, also when it fails. */
@ApplicationScoped
public class RequestHandler {
  private static final Logger LOG = Logger.getLogger(RequestHandler.class);

  private final ConductorRegistration registration;
  private final DatabaseOutage outage;
  private final Tracing tracing;
  private final GetBootDevice getBootDevice;
  private final SetBootDevice setBootDevice;
  private final ExamineBmc examineBmc;
  private final GetFirmware getFirmware;
  private final ChangeBootMode changeBootMode;
  private final ChangeVirtualCd changeVirtualCd;

  RequestHandler(
      ConductorRegistration registration,
      DatabaseOutage outage,
      Tracing tracing,
      GetBootDevice getBootDevice,
      SetBootDevice setBootDevice,
      ExamineBmc examineBmc,
      GetFirmware getFirmware,
      ChangeBootMode changeBootMode,
      ChangeVirtualCd changeVirtualCd) {
    this.registration = registration;
    this.outage = outage;
    this.tracing = tracing;
    this.getBootDevice = getBootDevice;
    this.setBootDevice = setBootDevice;
    this.examineBmc = examineBmc;
    this.getFirmware = getFirmware;
    this.changeBootMode = changeBootMode;
    this.changeVirtualCd = changeVirtualCd;
  }

  /**
   * Returns the text of the reply to {@code message}.
   *
   * @throws CancellationException when this conductor stops meanwhile: another one must reply
   */
  public String answer(String message) {
    return replyTo(message).write();
  }

  private ConductorReply replyTo(String message) {
    try {
      var envelope = Envelope.read(message);
      var request = envelope.require(ConductorRequest.class);
      MDC.put("node", request.node().toString());
      if (envelope.requestId() != null) {
        MDC.put(Outbox.REQUEST_ID, envelope.requestId());
      }
      return traced(envelope, request);
    } catch (Envelope.Unreadable e) {
      LOG.errorf("A request cannot be read: %s", e.getMessage());
      return new ConductorReply.Refused(
          ErrorCode.UNAVAILABLE,
          ("Conductor %s cannot read the request: run the same version of the API and of all"
                  + " conductors.")
              .formatted(registration.name()));
    } catch (AssayException e) {
      return new ConductorReply.Refused(e.code(), e.sentence());
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException e) {
      boolean logged = outage.explains(e);
      if (DatabaseFailure.isTemporary(e)) {
        if (!logged) {
          LOG.warn("The database did not answer.", e);
        }
        return new ConductorReply.Refused(
            ErrorCode.UNAVAILABLE,
            "The database does not answer conductor %s now; try again."
                .formatted(registration.name()));
      }
      LOG.error("A request failed with an internal error.", e);
      return new ConductorReply.Refused(
          ErrorCode.INTERNAL,
          ("Conductor %s could not handle the request because of an internal error: search its log"
                  + " for the request id.")
              .formatted(registration.name()));
    } finally {
      MDC.remove("node");
      MDC.remove(Outbox.REQUEST_ID);
    }
  }

  private ConductorReply traced(Envelope envelope, ConductorRequest request) {
    var name = request.getClass().getSimpleName();
    try (var span =
        tracing.ofMessage(Kind.CONSUMER, "answer", name, envelope.traceparent()).enter()) {
      if (span.isRecorded()) {
        var _ = span.with("assay.node.uuid", request.node().toString());
      }
      try {
        return replyTo(request);
      } catch (RuntimeException e) {
        var _ = span.failed(e);
        throw e;
      }
    }
  }

  private ConductorReply replyTo(ConductorRequest request) {
    return switch (request) {
      case ConductorRequest.GetBootDevice get -> getBootDevice.run(get);
      case ConductorRequest.SetBootDevice set -> setBootDevice.run(set);
      case ConductorRequest.ExamineBmc examine -> examineBmc.run(examine);
      case ConductorRequest.GetFirmware get -> getFirmware.run(get);
      case ConductorRequest.SetBootMode set -> changeBootMode.run(set);
      case ConductorRequest.SetSecureBoot set -> changeBootMode.run(set);
      case ConductorRequest.InsertCd insert -> changeVirtualCd.run(insert);
      case ConductorRequest.EjectCd eject -> changeVirtualCd.run(eject);
    };
  }
}
