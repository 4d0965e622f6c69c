{{/* What the controller may do in its own namespace, where Jobs run. */}}
{{- define "lectern.rules.controller.own" -}}
# A Job whose Pod takes a further run is patched to belong to the next library.
- apiGroups: [batch]
  resources: [jobs]
  verbs: [get, list, watch, create, patch, delete]
# A Job's outcome is the termination message of its Pod.
- apiGroups: ['']
  resources: [pods]
  verbs: [list, watch]
# Why a Pod does not start, where its status does not say so: a quota, a missing Secret of a volume.
- apiGroups: ['']
  resources: [events]
  verbs: [list]
# What a run is given by an integration, its copy of the Secret that its library names, and tokens of libraries that are
# no objects of the cluster. Nothing changes a Secret: the answer to a patch or an update shows all of it.
- apiGroups: ['']
  resources: [secrets]
  verbs: [create, delete]
# What is set over HTTP for Git hosts, wiki and pages; no secretRef has to name it.
- apiGroups: ['']
  resources: [secrets]
  resourceNames: [lectern-integrations]
  verbs: [get]
# Leader election. A create cannot be bound to a name.
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [lectern-controller]
  verbs: [get, watch, patch]
{{- end -}}

{{/* What the controller may do where libraries are. */}}
{{- define "lectern.rules.controller.watched" -}}
{{- if eq .Values.registry "kubernetes" }}
# Manifests create and prune libraries; a finalizer is patched in.
- apiGroups: [lectern.dev]
  resources: [libraries]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [lectern.dev]
  resources: [manifestsyncs]
  verbs: [list, watch]
- apiGroups: [lectern.dev]
  resources: [libraries/status, manifestsyncs/status]
  verbs: [patch]
{{- end }}
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
# A manifest may be kept in a ConfigMap.
- apiGroups: ['']
  resources: [configmaps]
  verbs: [get]
{{- $secrets := .Values.rbac.secrets }}
{{- if $secrets }}
# Credentials that a library or manifest names as its secretRef.
- apiGroups: ['']
  resources: [secrets]
  {{- if kindIs "slice" $secrets }}
  resourceNames:
    {{- toYaml $secrets | nindent 4 }}
  {{- end }}
  verbs: [get]
{{- end }}
{{- end -}}

{{/*
What the API may do in its own namespace: keep a token that came with a request in a Secret. It cannot read one, nor
change or delete one: the answer to each can show what the Secret holds. Another token gets another Secret, and the controller
removes the old one. Only the integrations are a Secret that it reads and changes.
*/}}
{{- define "lectern.rules.api.own" -}}
- apiGroups: ['']
  resources: [secrets]
  verbs: [create]
- apiGroups: ['']
  resources: [secrets]
  resourceNames: [lectern-integrations]
  verbs: [get, patch]
{{- end -}}

{{/* What the API may do where libraries are. */}}
{{- define "lectern.rules.api.watched" -}}
# Lists and events come of a view of all libraries, which one watch keeps up to date.
- apiGroups: [lectern.dev]
  resources: [libraries]
  verbs: [get, list, watch, create, patch, delete]
# The GitOps settings, and syncs that are asked for.
- apiGroups: [lectern.dev]
  resources: [manifestsyncs]
  verbs: [get, list, watch, create, patch]
{{- end -}}

{{/*
A role and its binding to one process: (dict "root" $ "component" "api" "suffix" "" "namespace" "" "rules" "...").
Without a namespace they are a ClusterRole and its binding.
*/}}
{{- define "lectern.role" -}}
{{- $kind := ternary "Role" "ClusterRole" (ne .namespace "") -}}
{{- $of := dict "root" .root "component" .component "account" (get .root.Values .component).serviceAccount -}}
{{- $name := printf "%s-%s%s" (include "lectern.fullname" .root) .component .suffix -}}
{{- /* Objects of the cluster are shared by all namespaces, so their names carry the release's. */ -}}
{{- if eq .namespace "" }}{{ $name = printf "%s:%s" .root.Release.Namespace $name }}{{ end -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}
metadata:
  name: {{ $name }}
  {{- with .namespace }}
  namespace: {{ . }}
  {{- end }}
  labels:
    {{- include "lectern.labels" $of | nindent 4 }}
rules:
  {{- .rules | trim | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}Binding
metadata:
  name: {{ $name }}
  {{- with .namespace }}
  namespace: {{ . }}
  {{- end }}
  labels:
    {{- include "lectern.labels" $of | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $kind }}
  name: {{ $name }}
subjects:
  - kind: ServiceAccount
    name: {{ include "lectern.serviceAccountName" $of }}
    namespace: {{ .root.Release.Namespace }}
{{- end -}}

{{/* Namespaces that get a Role, or one empty name for all of them. As a YAML list. */}}
{{- define "lectern.roleNamespaces" -}}
{{- if eq .Values.scope "cluster" -}}
['']
{{- else -}}
{{- prepend .Values.watchNamespaces .Release.Namespace | uniq | toYaml -}}
{{- end -}}
{{- end -}}
