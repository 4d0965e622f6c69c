{{- define "lectern.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Prefix of the names of all objects. It has at most 40 characters, so that a name with its suffix, and the name of a Job's Pod, has at most 63, and no dots, which names of Services cannot have. */}}
{{- define "lectern.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | replace "." "-" | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | replace "." "-" | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | replace "." "-" | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/*
Labels that select the Pods of a component: (dict "root" $ "component" "api"). A Deployment cannot change
them. The controller gives Jobs the name "lectern", even if nameOverride is set.
*/}}
{{- define "lectern.selectorLabels" -}}
app.kubernetes.io/name: {{ ternary "lectern" (include "lectern.name" .root) (eq .component "indexer") | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of an object: (dict "root" $ "component" "api"). */}}
{{- define "lectern.labels" -}}
{{- $own := include "lectern.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "lectern" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set $own "app.kubernetes.io/version" (.root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_.") -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimAll "-_.") -}}
{{- merge $own (.root.Values.commonLabels | default dict) | toYaml -}}
{{- end -}}

{{/*
Labels of a component's Pods: (dict "root" $ "component" "api" "pod" $.Values.api). They do not contain the chart's
version, so an upgrade to a chart with the same image restarts no Pod.
*/}}
{{- define "lectern.podLabels" -}}
{{- $own := include "lectern.selectorLabels" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "lectern" -}}
{{- merge $own (.pod.podLabels | default dict) (.root.Values.commonLabels | default dict) | toYaml -}}
{{- end -}}

{{/* Name of the ServiceAccount of a component, in quotes: (dict "root" $ "component" "api" "account" $.Values.api.serviceAccount). */}}
{{- define "lectern.serviceAccountName" -}}
{{- .account.name | default (printf "%s-%s" (include "lectern.fullname" .root) .component) | quote -}}
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

{{/* Host names that the API accepts besides those that it always accepts: its Service with the namespace, the hosts of the Ingress, and api.allowedHosts. */}}
{{- define "lectern.allowedHosts" -}}
{{- $hosts := list (printf "%s-api.%s" (include "lectern.fullname" .) .Release.Namespace) -}}
{{- with .Values.api.ingress -}}
{{- if .enabled -}}
{{- range .hosts }}{{ with .host }}{{ $hosts = append $hosts . }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- concat $hosts (.Values.api.allowedHosts | default list) | uniq | join "," -}}
{{- end -}}

{{/* Host of the gateway or the embedding service in a URL: (dict "root" $ "component" "gateway"). An IPv6 address has brackets. */}}
{{- define "lectern.serviceHost" -}}
{{- $address := (get .root.Values .component).clusterIP -}}
{{- if and $address (ne $address "None") -}}
{{- ternary (printf "[%s]" $address) $address (contains ":" $address) -}}
{{- else -}}
{{- printf "%s-%s" (include "lectern.fullname" .root) .component -}}
{{- end -}}
{{- end }}
