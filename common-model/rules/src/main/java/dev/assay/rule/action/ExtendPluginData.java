package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/** Adds an element to a list of the plugin data. Source: spec rules.md 10, extend-plugin-data. */
public final class ExtendPluginData implements RuleAction {
  @Override
  public String name() {
    return "extend-plugin-data";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PLUGIN_DATA, Paths.VALUE, Paths.UNIQUE).ignoring(Paths.ADDED);
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
    return "extend plugin data at " + Paths.assignment(given, Paths.PLUGIN_DATA);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope
        .pluginData()
        .extend(given.get(Paths.PLUGIN_DATA), given.get(Paths.VALUE), given.get(Paths.UNIQUE));
  }
}
