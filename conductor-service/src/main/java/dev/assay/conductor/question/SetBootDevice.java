package dev.assay.conductor.question;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.work.LeasedWork;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.message.Answer;
import dev.assay.message.Question;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Chooses where a machine boots from, under the node's lease. Asked twice, it chooses the same
 * again. The lease ends with the work, whether or not somebody still waits for the answer.
 */
@ApplicationScoped
class SetBootDevice {
  private final LeasedWork work;
  private final NodeLease nodeLease;
  private final Drivers drivers;

  SetBootDevice(LeasedWork work, NodeLease nodeLease, Drivers drivers) {
    this.work = work;
    this.nodeLease = nodeLease;
    this.drivers = drivers;
  }

  /** Fails with NODE_LOCKED while another works on the node: a client does not queue for it. */
  Answer run(Question.SetBootDevice question) {
    var found =
        work.run(question.node(), this::look, (leased, node) -> choose(leased, node, question));
    if (!found) {
      throw GetBootDevice.gone(question.node());
    }
    return new Answer.Done();
  }

  private Optional<NodeAttributes> look(Node node) {
    nodeLease.requireFree(node);
    return Optional.of(node.attributes());
  }

  private void choose(LeasedNode leased, NodeAttributes node, Question.SetBootDevice question) {
    drivers
        .require(node.driver(), Boot.class)
        .bootFrom(
            leased.guard(new Bmc(leased.node(), node.secretDriverInfo())),
            question.device(),
            question.persistent());
    work.conclude(leased, _ -> {});
  }
}
