{{/*
Elasticsearch, as YAML: url, secret, username, passwordKey, apiKeyKey, caSecret, caKey. Other templates use this instead of
elasticsearch.url, elasticsearch.eck.name and elasticsearch.deploy.
*/}}
{{- define "lectern.elasticsearch" -}}
{{- $values := .Values.elasticsearch -}}
{{- if $values.deploy -}}
url: http://{{ include "lectern.fullname" . }}-elasticsearch:9200
secret: {{ include "lectern.fullname" . }}-elasticsearch
username: elastic
passwordKey: password
{{- else if $values.eck.name -}}
url: https://{{ $values.eck.name }}-es-http:9200
secret: {{ $values.eck.name }}-es-elastic-user
username: elastic
passwordKey: elastic
caSecret: {{ $values.eck.name }}-es-http-certs-public
caKey: ca.crt
{{- else -}}
url: {{ $values.url | quote }}
secret: {{ $values.auth.existingSecret | quote }}
username: {{ $values.auth.username | quote }}
passwordKey: {{ $values.auth.passwordKey | quote }}
apiKeyKey: {{ $values.auth.apiKeyKey | quote }}
caSecret: {{ $values.ca.existingSecret | quote }}
caKey: {{ $values.ca.key | quote }}
{{- end -}}
{{- end -}}

{{/* Secret and key of the database's URL: name, key. */}}
{{- define "lectern.postgres" -}}
{{- if .Values.postgres.existingSecret -}}
name: {{ .Values.postgres.existingSecret | quote }}
key: {{ .Values.postgres.existingSecretKey | quote }}
{{- else -}}
name: {{ include "lectern.fullname" . }}-postgres
key: url
{{- end -}}
{{- end -}}

{{/* Secret and key of the operator token: name, key. */}}
{{- define "lectern.operatorToken" -}}
{{- with .Values.api.operatorToken -}}
name: {{ .existingSecret | default (printf "%s-operator-token" (include "lectern.fullname" $)) | quote }}
key: {{ ternary .existingSecretKey "token" (ne .existingSecret "") | quote }}
{{- end -}}
{{- end -}}

{{/* Secret and key of the first admin key: name, key. */}}
{{- define "lectern.adminKey" -}}
{{- with .Values.api.adminKey -}}
name: {{ .existingSecret | default (printf "%s-admin-key" (include "lectern.fullname" $)) | quote }}
key: {{ ternary .existingSecretKey "key" (ne .existingSecret "") | quote }}
{{- end -}}
{{- end -}}

{{/* Value of LECTERN_WATCH_NAMESPACES: `*` for all namespaces, or a list with the release's namespace. */}}
{{- define "lectern.watchNamespaces" -}}
{{- if eq .Values.scope "cluster" -}}
*
{{- else -}}
{{- prepend (.Values.watchNamespaces | default list) .Release.Namespace | uniq | join "," -}}
{{- end -}}
{{- end -}}

{{/*
A value that stays the same when the release is upgraded: the value of the key in the Secret in the cluster. If there is none, `value`. If `value` is
empty, 32 random characters. In Base64, for the `data` of a Secret. (dict "root" $ "secret" name "key" key "value" value).
*/}}
{{- define "lectern.keptOrRandom" -}}
{{- $found := lookup "v1" "Secret" .root.Release.Namespace .secret -}}
{{- $data := ($found | default dict).data | default dict -}}
{{- get $data .key | default (.value | default (randAlphaNum 32) | b64enc) -}}
{{- end -}}
