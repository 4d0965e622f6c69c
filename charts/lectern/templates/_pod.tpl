{{/*
Environment of the processes that connect to Elasticsearch: its address, its credential and the log level. (dict "root" $).
The name of a variable is LECTERN_ and the name of the setting (docs/reference/configuration.md).
*/}}
{{- define "lectern.env.common" -}}
- name: LECTERN_LOG_LEVEL
  value: {{ .root.Values.logLevel | quote }}
{{ include "lectern.env.elasticsearch" .root }}
{{- end -}}

{{/* Environment of the processes that read sources or manifests. */}}
{{- define "lectern.env.sources" -}}
{{- with .Values.sources.allowedRanges -}}
- name: LECTERN_ALLOWED_RANGES
  value: {{ join "," . | quote }}
{{- end -}}
{{- end -}}

{{- define "lectern.env.elasticsearch" -}}
{{- $store := include "lectern.elasticsearch" . | fromYaml -}}
- name: LECTERN_ELASTICSEARCH_URL
  value: {{ $store.url | quote }}
- name: LECTERN_ELASTICSEARCH_PREFIX
  value: {{ .Values.elasticsearch.prefix | quote }}
{{- if $store.apiKeyKey }}
- name: LECTERN_ELASTICSEARCH_API_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $store.secret | quote }}
      key: {{ $store.apiKeyKey | quote }}
{{- else if $store.secret }}
- name: LECTERN_ELASTICSEARCH_USERNAME
  value: {{ $store.username | quote }}
- name: LECTERN_ELASTICSEARCH_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $store.secret | quote }}
      key: {{ $store.passwordKey | quote }}
{{- end }}
{{- if $store.caSecret }}
- name: LECTERN_ELASTICSEARCH_CA_FILE
  value: /etc/ssl/elasticsearch/ca.crt
{{- end }}
{{- end -}}

{{/* Environment of the controller and the API: the variables of lectern.env.common, the database, the registry and the watched namespaces. (dict "root" $). */}}
{{- define "lectern.env.process" -}}
- name: LECTERN_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: LECTERN_WATCH_NAMESPACES
  value: {{ include "lectern.watchNamespaces" .root | quote }}
- name: LECTERN_REGISTRY
  value: {{ .root.Values.registry | quote }}
{{ include "lectern.env.common" . }}
- name: LECTERN_DATABASE_URL
  valueFrom:
    secretKeyRef:
      {{- include "lectern.postgres" .root | nindent 6 }}
{{- end -}}

{{/* Annotation of the Pods that connect to the database. They read its URL only when they start, so another postgres.url must restart them. */}}
{{- define "lectern.databaseChecksum" -}}
{{- with .Values.postgres.url -}}
checksum/database-url: {{ sha256sum . }}
{{- end -}}
{{- end -}}

{{/* Environment for the endpoint of a model: (dict "prefix" "LECTERN_EMBEDDING" "model" $.Values.embedding). */}}
{{- define "lectern.env.model" -}}
{{- if or .model.url (eq (default "" .model.model) "built-in") }}
{{- with .model.url }}
- name: {{ $.prefix }}_URL
  value: {{ . | quote }}
{{- end }}
- name: {{ .prefix }}_MODEL
  value: {{ .model.model | quote }}
{{- with .model.existingSecret }}
- name: {{ $.prefix }}_KEY
  valueFrom:
    secretKeyRef:
      name: {{ . | quote }}
      key: {{ $.model.existingSecretKey | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Environment for the embedding service, if embed.enabled is true. */}}
{{- define "lectern.env.embed" -}}
{{- with .Values.embed -}}
{{- if .enabled -}}
- name: LECTERN_EMBEDDING_SERVICE
  value: http://{{ include "lectern.serviceHost" (dict "root" $ "component" "embed") }}:{{ .port }}
{{- if .existingSecret }}
- name: LECTERN_EMBEDDING_SERVICE_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret | quote }}
      key: {{ .existingSecretKey | quote }}
{{- end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Mount of the certificate authority of Elasticsearch. lectern.caVolume is its volume. */}}
{{- define "lectern.caMount" -}}
{{- if (include "lectern.elasticsearch" . | fromYaml).caSecret -}}
- name: elasticsearch-ca
  mountPath: /etc/ssl/elasticsearch
  readOnly: true
{{- end -}}
{{- end -}}

{{- define "lectern.caVolume" -}}
{{- $store := include "lectern.elasticsearch" . | fromYaml -}}
{{- if $store.caSecret -}}
- name: elasticsearch-ca
  secret:
    secretName: {{ $store.caSecret | quote }}
    items:
      - key: {{ $store.caKey | quote }}
        path: ca.crt
{{- end -}}
{{- end -}}

{{/* Pull Secrets, node selector, tolerations, affinity and priority class of a Pod: (dict "root" $ "component" "api" "pod" $.Values.api). */}}
{{- define "lectern.placement" -}}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* Topology spread constraints of a Deployment. An entry without a labelSelector selects the Pods of the Deployment, and counts only those of one revision. */}}
{{- define "lectern.spread" -}}
{{- with .pod.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  {{- $constraint := . }}
  {{- if not .labelSelector }}
  {{- $own := dict "matchLabels" (include "lectern.selectorLabels" $ | fromYaml) }}
  {{- $constraint = merge (dict "labelSelector" $own) . (dict "matchLabelKeys" (list "pod-template-hash")) }}
  {{- end }}
  - {{ toYaml $constraint | nindent 4 | trim }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Volumes of a Deployment's Pod: scratch space for /tmp, the certificate authority of Elasticsearch, and extraVolumes. */}}
{{- define "lectern.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .pod.scratchSize }}
{{- with include "lectern.caVolume" .root }}
{{ . }}
{{- end }}
{{- with .pod.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "lectern.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- with include "lectern.caMount" .root }}
{{ . }}
{{- end }}
{{- with .pod.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}
