package dev.assay.deployment.debian;

/** What an operator does once, as docs/installing.md says. */
final class Configuration {
  private static final String SCRIPT =
      """
      runuser -u postgres -- psql -qc "create user assay password 'pw1'" \\
        -c 'create database assay owner assay'
      rabbitmqctl -q add_user assay pw2
      rabbitmqctl -q set_permissions assay 'assay\\..*|amq\\.gen.*' \\
        'assay\\..*|amq\\.gen.*|amq\\.default' 'assay\\..*|amq\\.gen.*'
      assay new-key /etc/assay/secrets.keys
      chown assay: /etc/assay/secrets.keys
      cat >>/etc/assay/assay.env <<'END'
      ASSAY_DATABASE_URL=jdbc:postgresql://localhost/assay
      ASSAY_DATABASE_USERNAME=assay
      ASSAY_DATABASE_PASSWORD=pw1
      ASSAY_BROKER_HOST=localhost
      ASSAY_BROKER_USERNAME=assay
      ASSAY_BROKER_PASSWORD=pw2
      ASSAY_SECRETS_KEY_FILE=/etc/assay/secrets.keys
      ASSAY_API_HOST=0.0.0.0
      ASSAY_API_ALLOW_UNAUTHENTICATED_REMOTE=true
      ASSAY_PXE_FILTER_DRIVER=dnsmasq
      ASSAY_PXE_FILTER_DHCP_HOSTSDIR=/run/assay/dhcp-hosts
      ASSAY_PXE_FILTER_DNSMASQ_PID_FILE=/run/assay-dnsmasq/dnsmasq.pid
      END
      echo ASSAY_JAVA_OPTS=-Xmx400m >>/etc/default/assay-api
      printf 'interface=lo\\ndhcp-range=127.0.0.10,127.0.0.20,10m\\n' >>/etc/assay/dnsmasq.conf
      systemctl enable assay-dnsmasq
      """;

  private Configuration() {}

  static void apply(SystemdHost host) {
    host.run(SCRIPT);
  }
}
