{{/*
What every pod has: no token, and no variables for Services: ASSAY_API_PORT=tcp://... of a Service assay-api would be
taken for the option assay.api.port.
*/}}
{{- define "assay.pod" -}}
serviceAccountName: {{ include "assay.fullname" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "assay.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  # Mounted secrets belong to root and this group: their files are 0440, whatever defaultMode says.
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "assay.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Where pods may run: (list $ .Values.api "api"). */}}
{{- define "assay.scheduling" -}}
{{- $values := index . 1 -}}
topologySpreadConstraints:
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "assay.selector" (list (first $) (last $)) | nindent 8 }}
    # Otherwise pods of the former version would count in an upgrade.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/*
Its port is closed until the database was there once, so the startup probe is patient. Liveness fails only when a
restart helps; readiness also when database or filter do not work: (list $ "http" "HTTP").
*/}}
{{- define "assay.probes" -}}
startupProbe:
  httpGet: {path: /q/health/live, port: {{ index . 1 }}, scheme: {{ last . }}}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: {{ div (int (first .).Values.startupPatienceSeconds) 2 }}
livenessProbe:
  httpGet: {path: /q/health/live, port: {{ index . 1 }}, scheme: {{ last . }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: {path: /q/health/ready, port: {{ index . 1 }}, scheme: {{ last . }}}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end }}

{{- define "assay.mounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: data, mountPath: /var/lib/assay}
- {name: config, mountPath: /var/lib/assay/config, readOnly: true}
{{- if include "assay.database.ca" . }}
- {name: database-ca, mountPath: /etc/assay/database-ca, readOnly: true}
{{- end }}
{{- if and (include "assay.broker.tls" .) .Values.broker.tls.caSecret }}
- {name: broker-ca, mountPath: /etc/assay/broker-ca, readOnly: true}
{{- end }}
{{- end }}

{{/*
(list $ "6Gi"), the latter for files of requests. Secrets are not optional anyway; podman 4.3 (kube play) ends with a
null pointer where that is not written down.
*/}}
{{- define "assay.volumes" -}}
{{- $ := first . -}}
- name: tmp
  emptyDir: {sizeLimit: {{ last . }}}
- name: data
  emptyDir: {sizeLimit: 1Gi}
- name: config
  configMap: {name: {{ include "assay.fullname" $ }}-config}
{{- with include "assay.database.ca" $ }}
- name: database-ca
  secret: {secretName: {{ . }}, optional: false, items: [{key: {{ $.Values.database.tls.caKey }}, path: {{ $.Values.database.tls.caKey }}}]}
{{- end }}
{{- if and (include "assay.broker.tls" $) $.Values.broker.tls.caSecret }}
- name: broker-ca
  secret: {secretName: {{ $.Values.broker.tls.caSecret }}, optional: false, items: [{key: {{ $.Values.broker.tls.caKey }}, path: {{ $.Values.broker.tls.caKey }}}]}
{{- end }}
{{- end }}

{{- define "assay.keysVolume" -}}
- name: keys
  secret:
    secretName: {{ .Values.secretKeys.secret }}
    optional: false
    defaultMode: 256 # 0400
    items: [{key: {{ .Values.secretKeys.key }}, path: {{ .Values.secretKeys.key }}}]
{{- end }}

{{/* New pods when the file has changed. */}}
{{- define "assay.podAnnotations" -}}
annotations:
  checksum/config: {{ include "assay.properties" (first .) | sha256sum }}
  {{- with last . }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
