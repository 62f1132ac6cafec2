package dev.assay.deployment.chart;

/** Values that somebody may choose. */
enum Variant {
  DEFAULTS(""),
  DEMO(Chart.file("values-demo.yaml")),
  NOTHING(
      """
      api: {enabled: false}
      conductor: {enabled: false}
      migration: {enabled: false}
      networkPolicy: {enabled: false}
      """),
  ONLY_CONDUCTORS_OF_A_GROUP(
      """
      api: {enabled: false}
      migration: {enabled: false}
      conductor: {group: Rack-7}
      """),
  OTHER_SERVERS_WITH_TLS(
      """
      database:
        cloudNativePg: {cluster: ""}
        host: db.example
        port: 5433
        name: inspections
        credentials: {secret: their-database, usernameKey: user, passwordKey: pass}
        tls: {caSecret: their-ca, caKey: ca.pem}
      broker:
        rabbitmqCluster: ""
        host: mq.example
        virtualHost: assay
        credentials: {secret: their-broker}
        tls: {enabled: true, caSecret: their-ca, caKey: ca.pem}
      """),
  OTHER_SERVERS_WITHOUT_TLS(
      """
      database:
        cloudNativePg: {cluster: ""}
        host: db1,db2:5433
        credentials: {secret: their-database}
        tls: {mode: disable}
      broker:
        rabbitmqCluster: ""
        host: mq
        port: 5673
        credentials: {secret: their-broker}
      """),
  NO_AUTHENTICATION(
      """
      api:
        auth: {strategy: noauth, allowUnauthenticatedRemote: true}
      """),
  FIXED_REPLICAS_IN_A_PRIVATE_REGISTRY(
      """
      image: {registry: "registry.example:5000", repository: mirror/assay, tag: 0.1.0, pullSecrets: [pull]}
      api: {replicas: 3, autoscaling: {enabled: false}, podDisruptionBudget: {enabled: false}}
      conductor:
        replicas: 5
        ramdiskLogsSpace: 10Gi
        image: {name: conductor, digest: "sha256:1111111111111111111111111111111111111111111111111111111111111111"}
        podDisruptionBudget: {enabled: false}
      """),
  LOAD_BALANCER(
      """
      api:
        service: {type: LoadBalancer, externalTrafficPolicy: Local, exposeOperatorPages: true, port: 80}
      """),
  EVERYTHING(
      """
      config:
        assay.boot.url: https://assay.example
        assay.inspector.hooks: $default_hooks,memory
        assay.api.max-limit: 500
        assay.database.lock-timeout: 20s
        assay.inspection-rules.supported-interfaces: '^agent\\.x$'
      configFromSecrets:
        assay.inventory.s3.secret-key: {secret: their-store, key: secret}
      broker: {tls: {enabled: true, caSecret: their-ca}}
      api:
        autoscaling:
          metrics:
            - type: Pods
              pods:
                metric: {name: http_server_requests_per_second}
                target: {type: AverageValue, averageValue: "200"}
        auth: {observers: [reader, watcher]}
        trustedProxies: [192.0.2.7, 10.1.0.0/16, "2001:db8::/32"]
        publicEndpoint: https://assay.example
        tls: {secret: their-tls}
        classicPort: 5050
        service: {annotations: {example/key: value}}
        javaOptions: -Xmx600m
        podAnnotations: {example/key: value}
        nodeSelector: {example/role: control}
        tolerations: [{key: control, operator: Exists, effect: NoSchedule}]
        affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}
        priorityClassName: important
        extraVolumes: [{name: rules, configMap: {name: their-rules}}]
        extraVolumeMounts: [{name: rules, mountPath: /etc/assay/rules, readOnly: true}]
      conductor:
        keda: {enabled: true, drivers: [redfish, ipmi]}
        javaOptions: -Xmx600m
        ramdiskLogsClaim: their-logs
        extraVolumes: [{name: ca, secret: {secretName: their-ca}}]
        extraVolumeMounts: [{name: ca, mountPath: /etc/assay/ca, readOnly: true}]
      pxeFilter:
        extraVolumes: [{name: ca, secret: {secretName: their-ca}}]
        extraVolumeMounts: [{name: ca, mountPath: /etc/assay/ca, readOnly: true}]
      pxeFilters:
        - name: rack1
          network: provisioning
          driver: dnsmasq
          nodeSelector: {kubernetes.io/hostname: dhcp1}
          interfaces: [br-provisioning]
          dnsmasq: {ranges: ["192.0.2.100,192.0.2.150,10m"], lines: ["dhcp-boot=ipxe.efi,,192.0.2.1"]}
        - name: rack2
          network: other
          driver: nftables
          nodeSelector: {kubernetes.io/hostname: dhcp2}
          interfaces: [eth1, eth2]
          conductorGroup: rack-7
          unknownHosts: portless
          port: 8090
          tolerations: [{operator: Exists}]
      ingress: {enabled: true, className: nginx, host: assay.example, tlsSecret: their-tls}
      httpRoute:
        enabled: true
        gateway: {name: public, namespace: gateways, sectionName: https}
        hostnames: [assay.example]
      networkPolicy:
        clients: [{ipBlock: {cidr: 192.0.2.0/24}}]
        monitoring: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
        database: [{podSelector: {matchLabels: {cnpg.io/cluster: assay-db}}}]
        broker: [{podSelector: {matchLabels: {app.kubernetes.io/name: assay-mq}}}]
        bmcNetworks: [198.51.100.0/24]
        apiEgress: [{to: [{ipBlock: {cidr: 203.0.113.0/24}}]}]
        conductorEgress: [{to: [{ipBlock: {cidr: 203.0.113.0/24}}]}]
      monitoring:
        serviceMonitor: {enabled: true, labels: {release: prometheus}}
        prometheusRule: {enabled: true, labels: {release: prometheus}}
      serviceAccount: {annotations: {example/key: value}}
      """);

  private final String values;

  Variant(String values) {
    this.values = values;
  }

  /** In YAML. */
  String yaml() {
    return values;
  }

  Manifests render() {
    return Chart.render(values);
  }
}
