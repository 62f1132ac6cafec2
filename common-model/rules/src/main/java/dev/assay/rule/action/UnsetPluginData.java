package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/** Removes a key of the plugin data. Source: spec rules.md 10, unset-plugin-data. */
public final class UnsetPluginData implements RuleAction {
  @Override
  public String name() {
    return "unset-plugin-data";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PLUGIN_DATA).ignoring(Paths.ADDED);
  }

  @Override
  public boolean early() {
    return true;
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "unset plugin data at " + given.shown(Paths.PLUGIN_DATA);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.pluginData().remove(given.get(Paths.PLUGIN_DATA));
  }
}
