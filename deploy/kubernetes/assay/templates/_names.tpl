{{- define "assay.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Room is left for what is appended: -pxe-filter-NAME. */}}
{{- define "assay.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "assay.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "assay.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/*
What selects the pods of a component, and all labels that pods have: others change with the version of the chart, and
with them all pods would be replaced: (list $ "api").
*/}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: {{ include "assay.name" (first .) }}
app.kubernetes.io/instance: {{ (first .).Release.Name }}
app.kubernetes.io/component: {{ last . }}
{{- end }}

{{/* The labels of an object of a component: (list $ "api"). */}}
{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ (first .).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (first .).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (first .).Chart.Name (first .).Chart.Version }}
{{- end }}

{{/* The image of a component: (list $ .Values.api.image). */}}
{{- define "assay.image" -}}
{{- $all := (first .).Values.image -}}
{{- $own := last . -}}
{{- $tag := $own.tag | default $all.tag | default (first .).Chart.AppVersion -}}
{{- if eq $tag "latest" }}
{{- fail "A tag 'latest' says nothing about what runs: set image.tag to a version." }}
{{- end -}}
{{- if $all.registry }}{{ $all.registry }}/{{ end -}}
{{- if $all.repository }}{{ $all.repository }}/{{ end -}}
{{- $own.name -}}
{{- if $own.digest }}@{{ $own.digest }}{{ else }}:{{ $tag }}{{ end -}}
{{- end }}
