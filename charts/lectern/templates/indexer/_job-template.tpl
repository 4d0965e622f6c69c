{{/*
The settings of this install for the Pod of every Job, as a partial PodTemplateSpec. The controller sets the arguments, the security
context, the scratch volume, the mounted job, the deadline and the restart policy. This template cannot override those.
*/}}
{{- define "lectern.jobTemplate" -}}
{{- $pod := .Values.indexer -}}
{{- $of := dict "root" . "component" "indexer" "pod" $pod "account" $pod.serviceAccount -}}
metadata:
  labels:
    {{- include "lectern.podLabels" $of | nindent 4 }}
  {{- with $pod.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "lectern.serviceAccountName" $of }}
  automountServiceAccountToken: false
  {{- with include "lectern.placement" $of | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  containers:
    - name: lectern
      image: {{ include "lectern.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      env:
        - name: LECTERN_LOG_LEVEL
          value: {{ .Values.logLevel | quote }}
        # A Job has no credential of a store. It writes through the gateway, with a token for this Job only.
        - name: LECTERN_GATEWAY_URL
          value: http://{{ include "lectern.serviceHost" (dict "root" . "component" "gateway") }}:{{ .Values.gateway.port }}
        - name: LECTERN_THREADS
          value: {{ $pod.threads | quote }}
        {{- with include "lectern.env.sources" . }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with include "lectern.env.embed" . | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with include "lectern.env.model" (dict "prefix" "LECTERN_PREVIOUS_EMBEDDING" "model" (pick .Values.previousEmbedding "url" "model")) | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with include "lectern.env.model" (dict "prefix" "LECTERN_EMBEDDING" "model" .Values.embedding) | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with $pod.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $pod.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      resources:
        {{- toYaml $pod.resources | nindent 8 }}
      {{- with $pod.extraVolumeMounts }}
      volumeMounts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
  {{- with $pod.extraVolumes }}
  volumes:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
