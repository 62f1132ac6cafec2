package dev.assay.rule.operator;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.Value;
import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import java.util.Optional;

/**
 * The address is in the subnet; false for null and for an address of the other IP version. Source:
 * spec rules.md 6, in-net.
 */
public final class InNet implements RuleOperator {
  private static final IPAddressStringParameters ADDRESS_ONLY =
      new IPAddressStringParameters.Builder()
          .allowAll(false)
          .allowEmpty(false)
          .allowSingleSegment(false)
          .allowWildcardedSeparator(false)
          .allow_inet_aton(false)
          .setRangeOptions(RangeParameters.NO_RANGE)
          .allowMask(false)
          .allowPrefix(false)
          .getIPv4AddressParametersBuilder()
          .allowLeadingZeros(false) // some parsers read them as octal
          .getParentBuilder()
          .toParams();
  private static final IPAddressStringParameters WITH_PREFIX =
      ADDRESS_ONLY.toBuilder().allowPrefix(true).allowPrefixOnly(false).toParams();
  private static final String A_SUBNET = "a subnet, address/length or address/mask";

  private static final Argument<Optional<IPAddress>> ADDRESS =
      Argument.required("address", ArgumentType.of(InNet::address));
  private static final Argument<IPAddress> SUBNET =
      Argument.required("subnet", ArgumentType.of(InNet::subnet));

  @Override
  public String name() {
    return "in-net";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(ADDRESS, SUBNET);
  }

  @Override
  public boolean test(ArgumentValues given) {
    var subnet = given.get(SUBNET);
    return given.get(ADDRESS).filter(subnet::contains).isPresent();
  }

  private static Optional<IPAddress> address(Value value) {
    return value.json().isNull()
        ? Optional.empty()
        : Optional.of(parsed(value.text(), ADDRESS_ONLY, "an IP address"));
  }

  private static IPAddress subnet(Value value) {
    var text = value.text();
    var slash = text.indexOf('/');
    if (slash < 0 || (text.indexOf('.', slash) < 0 && text.indexOf(':', slash) < 0)) {
      return parsed(text, WITH_PREFIX, A_SUBNET).toPrefixBlock();
    }
    var address = parsed(text.substring(0, slash), ADDRESS_ONLY, A_SUBNET);
    var mask = parsed(text.substring(slash + 1), ADDRESS_ONLY, A_SUBNET);
    var length = mask.getBlockMaskPrefixLength(true);
    if (length == null || mask.isIPv4() != address.isIPv4()) {
      throw new IllegalArgumentException(
          "invalid value: a mask like 255.255.255.0 is ones, then zeros");
    }
    return address.toPrefixBlock(length);
  }

  private static IPAddress parsed(String text, IPAddressStringParameters allowed, String what) {
    try {
      return new IPAddressString(text, allowed).toAddress();
    } catch (AddressStringException | IncompatibleAddressException e) {
      throw new IllegalArgumentException("invalid value: it must be " + what, e);
    }
  }
}
