package dev.assay.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.hardware.PowerState;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EnvelopeTest {
  private static final NodeId NODE = NodeId.of("1be26c0b-03f2-4d2e-ae87-c02d7f33c123");
  private static final UUID RUN = UUID.fromString("0b0f6a9f-3c8e-4a39-9a3f-54f8f3d4b001");

  static Stream<Command> commands() {
    return Stream.of(
        new Command.VerifyNode(NODE),
        new Command.StartInspection(NODE, RUN),
        new Command.ProcessCallback(NODE, RUN),
        new Command.AbortInspection(NODE, RUN),
        new Command.PowerOffAfter(NODE, RUN),
        new Command.CleanNode(NODE),
        new Command.ChangePower(NODE, PowerState.SOFT_OFF, 60),
        new Command.CallApi(NODE, RUN));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_command_arrives_as_it_was_sent(Command command) {
    assertThat(Envelope.read(new Envelope(command, "req-1").write()))
        .isEqualTo(new Envelope(command, "req-1"));
  }

  static Stream<Announcement> announcements() {
    var macs = List.of(new MacAddress("52:54:00:00:00:01"));
    return Stream.of(
        new Announcement.Allow(macs), new Announcement.Deny(macs), new Announcement.RulesChanged());
  }

  @ParameterizedTest
  @MethodSource("announcements")
  void an_announcement_arrives_as_it_was_sent(Announcement announcement) {
    assertThat(Envelope.read(new Envelope(announcement, null).write()).require(Announcement.class))
        .isEqualTo(announcement);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void a_question_arrives_as_it_was_asked(ConductorRequest request) {
    assertThat(
            Envelope.read(new Envelope(request, "req-1").write()).require(ConductorRequest.class))
        .isEqualTo(request);
  }

  static Stream<ConductorRequest> questions() {
    return Stream.of(
        new ConductorRequest.GetBootDevice(NODE),
        new ConductorRequest.SetBootDevice(NODE, BootDevice.UEFIHTTP, true),
        new ConductorRequest.SetBootMode(NODE, BootMode.BIOS),
        new ConductorRequest.SetSecureBoot(NODE, true),
        new ConductorRequest.InsertCd(NODE, URI.create("http://192.0.2.9/a.iso?b=c")),
        new ConductorRequest.EjectCd(NODE));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void an_answer_arrives_as_it_was_given(ConductorReply answer) {
    assertThat(ConductorReply.read(answer.write())).isEqualTo(answer);
  }

  static Stream<ConductorReply> answers() {
    return Stream.of(
        new ConductorReply.BootsFrom(new BootChoice(BootDevice.DISK, false)),
        new ConductorReply.BootsFrom(BootChoice.NONE),
        new ConductorReply.Done(),
        new ConductorReply.Refused(ErrorCode.NODE_LOCKED, "Node n is locked by host c."));
  }

  @Test
  void one_kind_of_message_is_not_read_as_another() {
    var command = new Envelope(new Command.VerifyNode(NODE), null);
    var request = new Envelope(new ConductorRequest.GetBootDevice(NODE), null);
    assertThatThrownBy(() -> command.require(ConductorRequest.class))
        .isInstanceOf(Envelope.Unreadable.class);
    assertThatThrownBy(() -> command.require(Announcement.class))
        .isInstanceOf(Envelope.Unreadable.class);
    assertThatThrownBy(() -> request.require(Command.class))
        .isInstanceOf(Envelope.Unreadable.class);
  }

  /**
   * Messages that a process of this version must be able to read as long as queues may hold them.
   */
  @Test
  void the_text_on_the_wire_is_stable() {
    assertThat(new Envelope(new Command.ProcessCallback(NODE, RUN), "req-1").write())
        .isEqualTo(
            "{\"version\":1,\"requestId\":\"req-1\",\"command\":{\"command\":\"process-callback\","
                + "\"node\":\"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\","
                + "\"inspection\":\"0b0f6a9f-3c8e-4a39-9a3f-54f8f3d4b001\"}}");
  }

  @Test
  void the_trace_is_on_the_wire_only_when_there_is_one() {
    var traced = new Envelope(new Command.VerifyNode(NODE), "req-1", "00-0af7-b7ad-01");

    assertThat(traced.write())
        .startsWith("{\"version\":1,\"requestId\":\"req-1\",\"traceparent\":\"00-0af7-b7ad-01\",");
    assertThat(Envelope.read(traced.write())).isEqualTo(traced);
    assertThat(Envelope.traceparent(traced.write())).contains("00-0af7-b7ad-01");
    assertThat(Envelope.traceparent(new Envelope(new Command.VerifyNode(NODE), "req-1").write()))
        .isEmpty();
    assertThat(Envelope.traceparent("not json")).isEmpty();
  }

  @Test
  void members_of_a_newer_process_are_ignored() {
    var text = new Envelope(new Command.VerifyNode(NODE), null).write();
    assertThat(Envelope.read(text.replace("{\"version\"", "{\"later\":[1],\"version\"")))
        .isEqualTo(new Envelope(new Command.VerifyNode(NODE), null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "not json",
        "[]",
        "{}",
        "{\"version\":1}",
        "{\"version\":2,\"command\":{\"command\":\"verify-node\",\"node\":\"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\"}}",
        "{\"version\":1,\"command\":{\"command\":\"dance\",\"node\":\"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\"}}",
        "{\"version\":1,\"command\":{\"command\":\"verify-node\",\"node\":\"nonsense\"}}",
        "{\"version\":1,\"command\":{\"command\":\"verify-node\"}}",
        "{\"version\":1,\"question\":{\"question\":\"get-boot-device\"}}",
        "{\"version\":1,\"question\":{\"question\":\"why\",\"node\":\"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\"}}"
      })
  void what_cannot_be_read_is_refused(String text) {
    assertThatThrownBy(() -> Envelope.read(text)).isInstanceOf(Envelope.Unreadable.class);
  }
}
