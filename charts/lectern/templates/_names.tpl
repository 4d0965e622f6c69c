{{- define "lectern.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Prefix of every object: at most 40 characters, so that suffixes and a Job's Pod name still fit in 63. */}}
{{- define "lectern.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/*
Labels that select the Pods of a component: (dict "root" $ "component" "api"). They never change. The controller gives Jobs the
name lectern, whatever the chart is called.
*/}}
{{- define "lectern.selectorLabels" -}}
app.kubernetes.io/name: {{ ternary "lectern" (include "lectern.name" .root) (eq .component "indexer") }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of an object: (dict "root" $ "component" "api"). */}}
{{- define "lectern.labels" -}}
{{- $own := include "lectern.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "lectern" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set $own "app.kubernetes.io/version" (.root.Values.image.tag | default .root.Chart.AppVersion | trunc 63) -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63) -}}
{{- merge $own .root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/*
Labels of a component's Pods: (dict "root" $ "component" "api" "pod" $.Values.api). Without the chart's version, so that a new chart
with the same image restarts nothing.
*/}}
{{- define "lectern.podLabels" -}}
{{- $own := include "lectern.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "lectern" -}}
{{- merge $own .pod.podLabels .root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/* A process's ServiceAccount: (dict "root" $ "component" "api" "account" $.Values.api.serviceAccount). */}}
{{- define "lectern.serviceAccountName" -}}
{{- .account.name | default (printf "%s-%s" (include "lectern.fullname" .root) .component) -}}
{{- end -}}

{{- define "lectern.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Host names that the API answers to besides the private ones: its Service from another namespace, the Ingress, api.allowedHosts. */}}
{{- define "lectern.allowedHosts" -}}
{{- $hosts := list (printf "%s-api.%s" (include "lectern.fullname" .) .Release.Namespace) -}}
{{- with .Values.api.ingress -}}
{{- if .enabled -}}
{{- range .hosts }}{{ with .host }}{{ $hosts = append $hosts . }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- concat $hosts .Values.api.allowedHosts | uniq | join "," -}}
{{- end -}}

{{/* Host by which other processes call the gateway or the embedding service: (dict "root" $ "component" "gateway"). An address in a URL has brackets if it is one of IPv6. */}}
{{- define "lectern.serviceHost" -}}
{{- with (get .root.Values .component).clusterIP -}}
{{- ternary (printf "[%s]" .) . (contains ":" .) -}}
{{- else -}}
{{- printf "%s-%s" (include "lectern.fullname" .root) .component -}}
{{- end -}}
{{- end }}
