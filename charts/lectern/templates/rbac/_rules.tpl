{{/* Rights of the controller in its own namespace, in which Jobs run. */}}
{{- define "lectern.rules.controller.own" -}}
# If the Pod of a Job takes the run of another library, the controller makes that library the owner of the Job.
- apiGroups: [batch]
  resources: [jobs]
  verbs: [get, list, watch, create, patch, delete]
# The termination message of a Pod contains the outcome of its run.
- apiGroups: ['']
  resources: [pods]
  verbs: [list, watch]
# Events say why a Pod does not start, if its status does not. Examples are a quota and a missing Secret of a volume.
- apiGroups: ['']
  resources: [events]
  verbs: [list]
# Secrets for runs (credentials of integrations, and copies of the Secrets that libraries name), and tokens of libraries in
# Postgres. The controller cannot change a Secret, because the response to a patch or an update contains the whole Secret.
- apiGroups: ['']
  resources: [secrets]
  verbs: [create, delete]
# Credentials of Git hosts, the wiki and the workspace that an admin sets over HTTP. No secretRef needs to name them.
- apiGroups: ['']
  resources: [secrets]
  resourceNames: [lectern-integrations]
  verbs: [get]
# Leader election. RBAC cannot restrict a create to a name.
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [lectern-controller]
  verbs: [get, watch, patch]
{{- end -}}

{{/* Rights of the controller in the namespaces with libraries. */}}
{{- define "lectern.rules.controller.watched" -}}
{{- if eq .Values.registry "kubernetes" }}
# Manifests create and prune libraries. The controller adds a finalizer to each library.
- apiGroups: [lectern.dev]
  resources: [libraries]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [lectern.dev]
  resources: [manifestsyncs]
  verbs: [list, watch]
- apiGroups: [lectern.dev]
  resources: [libraries/status, manifestsyncs/status]
  verbs: [patch]
# Events of libraries and manifests.
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- end }}
# A ConfigMap can contain a manifest.
- apiGroups: ['']
  resources: [configmaps]
  verbs: [get]
{{- $secrets := .Values.rbac.secrets }}
{{- if $secrets }}
# Credentials that the secretRef of a library or manifest names.
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
Rights of the API in its own namespace. It stores the token of a request in a new Secret. It cannot read, change or delete
Secrets, because each response can contain the whole Secret. For a new token it creates another Secret, and the controller
deletes the old one. The API can read and change only the Secret of the integrations.
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

{{/* Rights of the API in the namespaces with libraries. */}}
{{- define "lectern.rules.api.watched" -}}
# The API watches all libraries, and answers lists from memory.
- apiGroups: [lectern.dev]
  resources: [libraries]
  verbs: [get, list, watch, create, patch, delete]
# The GitOps settings, and requests for a sync.
- apiGroups: [lectern.dev]
  resources: [manifestsyncs]
  verbs: [get, list, watch, create, patch]
{{- end -}}

{{/*
A role and its binding to one process: (dict "root" $ "component" "api" "suffix" "" "namespace" "" "rules" "...").
Without a namespace, a ClusterRole and its binding.
*/}}
{{- define "lectern.role" -}}
{{- $kind := ternary "Role" "ClusterRole" (ne .namespace "") -}}
{{- $of := dict "root" .root "component" .component "account" (get .root.Values .component).serviceAccount -}}
{{- $name := printf "%s-%s%s" (include "lectern.fullname" .root) .component .suffix -}}
{{- /* All releases share the cluster's objects, so their names contain the namespace of the release. */ -}}
{{- if eq .namespace "" }}{{ $name = printf "%s:%s" .root.Release.Namespace $name }}{{ end -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}
metadata:
  name: {{ $name }}
  {{- with .namespace }}
  namespace: {{ . | quote }}
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
  namespace: {{ . | quote }}
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
    namespace: {{ .root.Release.Namespace | quote }}
{{- end -}}

{{/* Namespaces that get a Role, as a YAML list. One empty name means a ClusterRole. Libraries in Postgres have no namespace. */}}
{{- define "lectern.roleNamespaces" -}}
{{- if eq .Values.registry "sql" -}}
{{- list .Release.Namespace | toYaml -}}
{{- else if eq .Values.scope "cluster" -}}
['']
{{- else -}}
{{- prepend (.Values.watchNamespaces | default list) .Release.Namespace | uniq | toYaml -}}
{{- end -}}
{{- end -}}
