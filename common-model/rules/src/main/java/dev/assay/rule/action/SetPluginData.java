package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/** Sets a key of the plugin data. Source: spec rules.md 10, set-plugin-data. */
public final class SetPluginData implements RuleAction {
  @Override
  public String name() {
    return "set-plugin-data";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PLUGIN_DATA, Paths.VALUE).ignoring(Paths.ADDED);
  }

  @Override
  public boolean early() {
    return true;
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkPluginData(given.literal(Paths.PLUGIN_DATA), phase);
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "set plugin data at " + Paths.assignment(given, Paths.PLUGIN_DATA);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.pluginData().set(given.get(Paths.PLUGIN_DATA), given.get(Paths.VALUE));
  }
}
