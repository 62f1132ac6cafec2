{{- define "assay.database.host" -}}
{{- $database := .Values.database -}}
{{- if .Values.demo.enabled -}}
{{ include "assay.fullname" . }}-postgresql
{{- else if and $database.host $database.cloudNativePg.cluster -}}
{{- fail "database.host and database.cloudNativePg.cluster are both set: set one of them to \"\"." }}
{{- else if $database.cloudNativePg.cluster -}}
{{ $database.cloudNativePg.cluster }}-rw
{{- else -}}
{{ required "Where is the database? Set database.host or database.cloudNativePg.cluster." $database.host }}
{{- end -}}
{{- end }}

{{- define "assay.database.secret" -}}
{{- $database := .Values.database -}}
{{- if .Values.demo.enabled -}}
{{ .Values.demo.secret }}
{{- else if $database.credentials.secret -}}
{{ $database.credentials.secret }}
{{- else if $database.cloudNativePg.cluster -}}
{{ $database.cloudNativePg.cluster }}-app
{{- else -}}
{{- fail "database.credentials.secret must name the Secret with user and password of database.host." }}
{{- end -}}
{{- end }}

{{- define "assay.database.tls" -}}
{{ ternary "disable" .Values.database.tls.mode .Values.demo.enabled }}
{{- end }}

{{/* The Secret with the certificate authority of the database; empty when none is needed. */}}
{{- define "assay.database.ca" -}}
{{- $tls := .Values.database.tls -}}
{{- if hasPrefix "verify-" (include "assay.database.tls" .) -}}
{{- if $tls.caSecret -}}
{{ $tls.caSecret }}
{{- else if .Values.database.cloudNativePg.cluster -}}
{{ .Values.database.cloudNativePg.cluster }}-ca
{{- else -}}
{{- fail "database.tls.caSecret must name the Secret with the certificate authority of database.host; or set database.tls.mode to require (encrypted, not verified) or disable." }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Each server of database.host with its port, "a:5432,b:5433". An IPv6 address has brackets. */}}
{{- define "assay.database.addresses" -}}
{{- $addresses := list -}}
{{- range $host := splitList "," (include "assay.database.host" .) -}}
{{- $addresses = append $addresses (ternary $host (printf "%s:%d" $host (int $.Values.database.port)) (regexMatch ":[0-9]+$" (regexReplaceAll "^\\[.*\\]" $host ""))) -}}
{{- end -}}
{{- join "," $addresses -}}
{{- end }}

{{- define "assay.database.url" -}}
{{- $host := include "assay.database.host" . -}}
jdbc:postgresql://{{ include "assay.database.addresses" . }}/{{ .Values.database.name }}?sslmode={{ include "assay.database.tls" . }}
{{- if include "assay.database.ca" . }}&sslrootcert=/etc/assay/database-ca/{{ .Values.database.tls.caKey }}{{ end }}
{{- if contains "," $host }}&targetServerType=primary{{ end }}
{{- end }}

{{- define "assay.broker.secret" -}}
{{- $broker := .Values.broker -}}
{{- if .Values.demo.enabled -}}
{{ .Values.demo.secret }}
{{- else if and $broker.host $broker.rabbitmqCluster -}}
{{- fail "broker.host and broker.rabbitmqCluster are both set: set one of them to \"\"." }}
{{- else if $broker.credentials.secret -}}
{{ $broker.credentials.secret }}
{{- else if $broker.rabbitmqCluster -}}
{{ $broker.rabbitmqCluster }}-default-user
{{- else -}}
{{- fail "broker.credentials.secret must name the Secret with user and password of broker.host." }}
{{- end -}}
{{- end }}

{{- define "assay.broker.tls" -}}
{{- if and .Values.broker.tls.enabled (not .Values.demo.enabled) }}true{{ end -}}
{{- end }}

{{- define "assay.fromSecret" -}}
- name: {{ first . }}
  valueFrom:
    secretKeyRef:
      name: {{ index . 1 }}
      key: {{ index . 2 }}
{{- end }}

{{/* What every process needs to reach the database, as environment. */}}
{{- define "assay.databaseEnvironment" -}}
{{- $secret := include "assay.database.secret" . -}}
- name: ASSAY_DATABASE_URL
  value: {{ include "assay.database.url" . | quote }}
{{ include "assay.fromSecret" (list "ASSAY_DATABASE_USERNAME" $secret .Values.database.credentials.usernameKey) }}
{{ include "assay.fromSecret" (list "ASSAY_DATABASE_PASSWORD" $secret .Values.database.credentials.passwordKey) }}
{{- end }}

{{- define "assay.brokerEnvironment" -}}
{{- $secret := include "assay.broker.secret" . -}}
{{- $broker := .Values.broker -}}
{{- if .Values.demo.enabled }}
- name: ASSAY_BROKER_HOST
  value: {{ include "assay.fullname" . }}-rabbitmq
{{- else if $broker.rabbitmqCluster }}
{{ include "assay.fromSecret" (list "ASSAY_BROKER_HOST" (printf "%s-default-user" $broker.rabbitmqCluster) "host") }}
{{ include "assay.fromSecret" (list "ASSAY_BROKER_PORT" (printf "%s-default-user" $broker.rabbitmqCluster) "port") }}
{{- else }}
- name: ASSAY_BROKER_HOST
  value: {{ required "Where is the broker? Set broker.host or broker.rabbitmqCluster." $broker.host | quote }}
- name: ASSAY_BROKER_PORT
  value: {{ include "assay.broker.port" . | quote }}
{{- end }}
{{ include "assay.fromSecret" (list "ASSAY_BROKER_USERNAME" $secret $broker.credentials.usernameKey) }}
{{ include "assay.fromSecret" (list "ASSAY_BROKER_PASSWORD" $secret $broker.credentials.passwordKey) }}
- name: ASSAY_BROKER_VIRTUAL_HOST
  value: {{ $broker.virtualHost | quote }}
{{- if include "assay.broker.tls" . }}
- name: ASSAY_BROKER_SSL
  value: "true"
{{- if $broker.tls.caSecret }}
- name: ASSAY_BROKER_SSL_CA_FILE
  value: /etc/assay/broker-ca/{{ $broker.tls.caKey }}
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.broker.port" -}}
{{ int .Values.broker.port | default (ternary 5671 5672 (eq (include "assay.broker.tls" .) "true")) }}
{{- end }}

{{/* Environment of every service. */}}
{{- define "assay.environment" -}}
{{ include "assay.databaseEnvironment" . }}
{{ include "assay.brokerEnvironment" . | trim }}
{{- range $option, $place := .Values.configFromSecrets }}
{{ include "assay.fromSecret" (list (include "assay.variable" $option) $place.secret $place.key) }}
{{- end }}
{{- end }}

{{/* Of API services and conductors. */}}
{{- define "assay.serviceEnvironment" -}}
{{ include "assay.environment" . }}
- name: ASSAY_SECRETS_KEY_FILE
  value: /etc/assay/keys/{{ .Values.secretKeys.key }}
- name: ASSAY_SCHEMA_MIGRATE
  value: {{ ternary "never" "always" .Values.migration.enabled }}
{{- end }}

{{/* The variable that sets an option. */}}
{{- define "assay.variable" -}}
{{ regexReplaceAll "[^A-Za-z0-9]" . "_" | upper }}
{{- end }}

{{/* config as a file: unlike variables, it can name every option, and a misspelt one stops the start. */}}
{{- define "assay.properties" -}}
{{- $own := list "assay.database.url" "assay.database.username" "assay.broker.host" "assay.broker.port" "assay.broker.username" "assay.broker.virtual-host" "assay.broker.ssl" "assay.broker.ssl-ca-file" "assay.secrets.key-file" "assay.schema.migrate" "assay.api.port" "assay.api.auth-strategy" "assay.api.http-basic-auth-user-file" "assay.api.observers" "assay.api.allow-unauthenticated-remote" "assay.api.trusted-proxies" "assay.api.public-endpoint" "assay.api.drain-delay" "assay.api.tls-certificate" "assay.api.tls-key" "assay.inspector-compat.port" "assay.conductor.host" "assay.conductor.port" "assay.conductor.conductor-group" "assay.conductor.graceful-shutdown-timeout" "assay.pxe-filter.host" "assay.pxe-filter.port" "assay.pxe-filter.driver" "assay.pxe-filter.network" "assay.pxe-filter.conductor-group" "assay.pxe-filter.unknown-hosts" "assay.pxe-filter.dhcp-hostsdir" "assay.pxe-filter.dnsmasq-pid-file" "assay.pxe-filter.interfaces" -}}
{{- range $option, $value := .Values.config }}
{{- if regexMatch "password|secret-key|access-key|^assay.tracing.headers$" $option }}
{{- fail (printf "config.%s would show a secret to everyone who may read ConfigMaps: use configFromSecrets." $option) }}
{{- else if has $option $own }}
{{- fail (printf "config.%s has no effect here: the chart sets this option from a value of its own, see values.yaml." $option) }}
{{- else if has $option (list "assay.api.proxy-protocol" "assay.api.tls-client-auth") }}
{{- fail (printf "config.%s would keep Kubernetes from asking the API for its health; let Ingress or Gateway do this." $option) }}
{{- end }}
{{ $option }}={{ ternary (printf "%d" (int64 $value)) (toString $value) (kindIs "float64" $value) | replace "\\" "\\\\" }}
{{- end }}
{{- end }}
