package dev.assay.deployment.chart;

import dev.assay.deployment.engine.Images;

/** The values with which the chart is played. */
final class PlayedValues {
  private PlayedValues() {}

  /** Of the services; the last numbers of addresses in the network say where the servers are. */
  static String of(PodNetwork network, int database, int broker, int balancer) {
    return """
    image: {registry: localhost, tag: %s}
    config:
      assay.api.allowed-hosts: %s,assay-api
      assay.conductor.sync-power-state-interval: 0
      assay.inspector.require-managed-boot: "false"
    database:
      cloudNativePg: {cluster: ""}
      host: %s
      credentials: {secret: assay-demo}
      tls: {mode: disable}
    broker:
      rabbitmqCluster: ""
      host: %s
      credentials: {secret: assay-demo}
    api:
      auth: {strategy: noauth, allowUnauthenticatedRemote: true}
      trustedProxies: [%s]
      drainDelaySeconds: 3
      autoscaling: {enabled: false}
    pxeFilters:
      - name: played
        network: played
        driver: dnsmasq
        nodeSelector: {kubernetes.io/hostname: here}
        interfaces: [eth0]
        dnsmasq: {ranges: ["%s,%s,10m"]}
    """
        .formatted(
            Images.TAG,
            network.address(balancer),
            network.address(database),
            network.address(broker),
            network.address(balancer),
            network.address(200),
            network.address(250));
  }

  /** Of PostgreSQL, RabbitMQ and the simulated machines. */
  static String ofDemo() {
    return """
    image: {registry: localhost, tag: %s}
    demo:
      enabled: true
      postgresImage: %s
      rabbitmqImage: %s
      simulator: {machines: 4, credentials: {secret: ""}}
    migration: {enabled: false}
    networkPolicy: {enabled: false}
    """
        .formatted(Images.TAG, Images.POSTGRES, Images.RABBITMQ);
  }
}
