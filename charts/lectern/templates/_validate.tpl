{{/* Mistakes that a schema cannot word well. Included once, by the controller's Deployment. */}}
{{- define "lectern.validate" -}}
{{- $search := 0 -}}
{{- range list .Values.elasticsearch.url .Values.elasticsearch.eck.name .Values.elasticsearch.deploy -}}
{{- if . }}{{ $search = add1 $search }}{{ end -}}
{{- end -}}
{{- $database := 0 -}}
{{- range list .Values.postgres.existingSecret .Values.postgres.url .Values.postgres.deploy -}}
{{- if . }}{{ $database = add1 $database }}{{ end -}}
{{- end -}}
{{- if ne (int $search) 1 -}}
{{- fail (printf "Lectern needs one Elasticsearch, %d are set: set one of elasticsearch.url (one that is there), elasticsearch.eck.name (an Elasticsearch resource of ECK) and elasticsearch.deploy=true (a small one, for trying out)." (int $search)) -}}
{{- end -}}
{{- if ne (int $database) 1 -}}
{{- fail (printf "Lectern needs one Postgres, %d are set: set one of postgres.existingSecret (a Secret with its URL), postgres.url and postgres.deploy=true (a small one, for trying out)." (int $database)) -}}
{{- end -}}
{{- if and .Values.previousEmbedding.model (not .Values.previousEmbedding.url) (ne .Values.previousEmbedding.model "built-in") -}}
{{- fail "previousEmbedding.model is set, previousEmbedding.url is not: name the endpoint, or set previousEmbedding.model=built-in." -}}
{{- end -}}
{{- if and .Values.embed.enabled .Values.embedding.url -}}
{{- fail "embed.enabled=true serves the built-in model, embedding.url names another one: set one of them." -}}
{{- end -}}
{{- range $name := list "embedding" "previousEmbedding" "rerank" -}}
{{- $model := get $.Values $name -}}
{{- if and $model.url (not $model.model) -}}
{{- fail (printf "%s.url is set, %s.model is not: name the model at that endpoint." $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.scope "cluster") .Values.watchNamespaces -}}
{{- fail "watchNamespaces goes with scope=namespaced; scope=cluster watches all namespaces." -}}
{{- end -}}
{{- if and (eq .Values.indexer.engine "kueue") (not .Values.indexer.queue) -}}
{{- fail "indexer.engine=kueue needs indexer.queue: the name of a LocalQueue in the release's namespace." -}}
{{- end -}}
{{- range $name := list "gateway" "embed" -}}
{{- $pod := get $.Values $name -}}
{{- if eq (int $pod.port) (int $pod.healthPort) -}}
{{- fail (printf "%s.port and %s.healthPort are both %d: set another %s.healthPort, because Jobs may reach %s.port only." $name $name (int $pod.port) $name $name) -}}
{{- end -}}
{{- end -}}
{{- with .Values.controller.leaderElection -}}
{{- if ge (int .renewDeadlineMs) (int .leaseDurationMs) -}}
{{- fail (printf "controller.leaderElection.renewDeadlineMs (%d) must be less than controller.leaderElection.leaseDurationMs (%d), or two controllers could lead at once." (int .renewDeadlineMs) (int .leaseDurationMs)) -}}
{{- end -}}
{{- if ge (int .retryPeriodMs) (int .renewDeadlineMs) -}}
{{- fail (printf "controller.leaderElection.retryPeriodMs (%d) must be less than controller.leaderElection.renewDeadlineMs (%d), or one attempt that fails ends a leader." (int .retryPeriodMs) (int .renewDeadlineMs)) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.api.oidc.clientId (not .Values.api.oidc.issuer) -}}
{{- fail "api.oidc.clientId needs api.oidc.issuer, where that client is registered." -}}
{{- end -}}
{{- if and .Values.api.oidc.issuer (not .Values.api.publicUrl) -}}
{{- fail "api.oidc.issuer needs api.publicUrl, the address that clients reach the API by, such as https://docs.example.com: tokens are asked for it." -}}
{{- end -}}
{{- if and .Values.api.license.existingSecret (not .Values.api.license.publicKey) -}}
{{- fail "api.license.existingSecret needs api.license.publicKey, the public key that verifies the license. Ask the issuer of the license for it." -}}
{{- end -}}
{{- if and .Values.api.ingress.enabled (not .Values.api.ingress.hosts) -}}
{{- fail "api.ingress.enabled=true needs api.ingress.hosts, such as [{host: docs.example.com}]." -}}
{{- end -}}
{{- range $name := list "api" "embed" -}}
{{- with (get $.Values $name).autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "%s.autoscaling.minReplicas (%d) is more than %s.autoscaling.maxReplicas (%d)." $name (int .minReplicas) $name (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
