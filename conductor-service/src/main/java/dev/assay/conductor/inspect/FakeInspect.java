package dev.assay.conductor.inspect;

import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;

/** Inspects nothing, as Ironic's fake interface. Source: spec api.md 20. */
public final class FakeInspect implements InspectInterface {
  @Override
  public String name() {
    return "fake";
  }

  @Override
  public InspectStart start(InspectedMachine machine) {
    return new InspectStart.Finished();
  }
}
