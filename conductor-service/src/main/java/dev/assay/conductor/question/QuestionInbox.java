package dev.assay.conductor.question;

import dev.assay.conductor.membership.Membership;
import dev.assay.conductor.work.LeasedWork;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.lease.LeaseLost;
import dev.assay.message.Answer;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.message.Question;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CancellationException;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** What a conductor does with one question. Whatever it is, it is answered. */
@ApplicationScoped
public class QuestionInbox {
  private static final Logger LOG = Logger.getLogger(QuestionInbox.class);

  private final Membership membership;
  private final GetBootDevice getBootDevice;
  private final SetBootDevice setBootDevice;

  QuestionInbox(Membership membership, GetBootDevice getBootDevice, SetBootDevice setBootDevice) {
    this.membership = membership;
    this.getBootDevice = getBootDevice;
    this.setBootDevice = setBootDevice;
  }

  /**
   * The text of the answer to {@code message}.
   *
   * @throws CancellationException when this conductor stops in between: another shall answer
   */
  public String answer(String message) {
    return answerTo(message).write();
  }

  private Answer answerTo(String message) {
    try {
      var envelope = Envelope.read(message);
      var question = envelope.requireQuestion();
      MDC.put("node", question.node().toString());
      if (envelope.requestId() != null) {
        MDC.put(Outbox.REQUEST_ID, envelope.requestId());
      }
      return answerTo(question);
    } catch (Envelope.Unreadable e) {
      LOG.errorf("A question cannot be read: %s", e.getMessage());
      return new Answer.Refused(
          ErrorCode.UNAVAILABLE,
          "Conductor %s does not understand the question: bring API and conductors to one version."
              .formatted(membership.name()));
    } catch (AssayException e) {
      return new Answer.Refused(e.code(), e.sentence());
    } catch (CancellationException e) {
      throw e;
    } catch (LeasedWork.NotServedHere e) {
      return new Answer.Refused(
          ErrorCode.UNAVAILABLE,
          "The node was given another driver or conductor group meanwhile: try again.");
    } catch (LeaseLost e) {
      LOG.warnf("A question is not answered: %s.", e.getMessage());
      return new Answer.Refused(
          ErrorCode.UNAVAILABLE,
          "Conductor %s lost its lock of the node before it was done: try again."
              .formatted(membership.name()));
    } catch (RuntimeException e) {
      LOG.error("A question could not be answered.", e);
      return new Answer.Refused(
          ErrorCode.INTERNAL,
          "Conductor %s could not answer because of an internal error; its log has the request id."
              .formatted(membership.name()));
    } finally {
      MDC.remove("node");
      MDC.remove(Outbox.REQUEST_ID);
    }
  }

  private Answer answerTo(Question question) {
    return switch (question) {
      case Question.GetBootDevice get -> getBootDevice.run(get);
      case Question.SetBootDevice set -> setBootDevice.run(set);
    };
  }
}
