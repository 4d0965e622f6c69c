{{/* Mistakes in the values that need a better message than values.schema.json gives. Only the controller's Deployment includes this. */}}
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
{{- fail (printf "Lectern needs one Elasticsearch, but %d are set. Set one of elasticsearch.url (an existing server), elasticsearch.eck.name (an Elasticsearch resource of ECK) and elasticsearch.deploy=true (a small trial server)." (int $search)) -}}
{{- end -}}
{{- if ne (int $database) 1 -}}
{{- fail (printf "Lectern needs one Postgres, but %d are set. Set one of postgres.existingSecret (a Secret with the URL of an existing server), postgres.url and postgres.deploy=true (a small trial server)." (int $database)) -}}
{{- end -}}
{{- with .Values.elasticsearch -}}
{{- if and .url .auth.apiKeyKey (not .auth.existingSecret) -}}
{{- fail "elasticsearch.auth.apiKeyKey requires elasticsearch.auth.existingSecret, the Secret that has this key." -}}
{{- end -}}
{{- end -}}
{{- if and .Values.previousEmbedding.model (not .Values.previousEmbedding.url) (ne .Values.previousEmbedding.model "built-in") -}}
{{- fail "previousEmbedding.model is set, but previousEmbedding.url is not. Set the URL of its endpoint, or set previousEmbedding.model=built-in." -}}
{{- end -}}
{{- if and .Values.embed.enabled .Values.embedding.url -}}
{{- fail "embed.enabled=true serves the built-in model, but embedding.url names another one. Set one of them." -}}
{{- end -}}
{{- range $name := list "embedding" "previousEmbedding" "rerank" -}}
{{- $model := get $.Values $name -}}
{{- if and $model.url (not $model.model) -}}
{{- fail (printf "%s.url is set, but %s.model is not. Set the name of the model at that endpoint." $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.scope "cluster") .Values.watchNamespaces -}}
{{- fail "watchNamespaces requires scope=namespaced. With scope=cluster, Lectern watches all namespaces." -}}
{{- end -}}
{{- if and (eq .Values.indexer.engine "kueue") (not .Values.indexer.queue) -}}
{{- fail "indexer.engine=kueue requires indexer.queue, the name of a LocalQueue in the namespace of the release." -}}
{{- end -}}
{{- range $name := list "gateway" "embed" -}}
{{- $pod := get $.Values $name -}}
{{- if eq (int $pod.port) (int $pod.healthPort) -}}
{{- fail (printf "%s.port and %s.healthPort are both %d. Set another %s.healthPort, because Jobs may reach %s.port only." $name $name (int $pod.port) $name $name) -}}
{{- end -}}
{{- end -}}
{{- with .Values.controller.leaderElection -}}
{{- if ge (int .renewDeadlineMs) (int .leaseDurationMs) -}}
{{- fail (printf "controller.leaderElection.renewDeadlineMs (%d) must be less than controller.leaderElection.leaseDurationMs (%d), so that two controllers never lead at once." (int .renewDeadlineMs) (int .leaseDurationMs)) -}}
{{- end -}}
{{- if ge (int .retryPeriodMs) (int .renewDeadlineMs) -}}
{{- fail (printf "controller.leaderElection.retryPeriodMs (%d) must be less than controller.leaderElection.renewDeadlineMs (%d), so that a leader can try again after one failed attempt." (int .retryPeriodMs) (int .renewDeadlineMs)) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.api.oidc.clientId (not .Values.api.oidc.issuer) -}}
{{- fail "api.oidc.clientId requires api.oidc.issuer, the issuer at which the client is registered." -}}
{{- end -}}
{{- if and .Values.api.oidc.issuer (not .Values.api.publicUrl) -}}
{{- fail "api.oidc.issuer requires api.publicUrl, the address at which clients reach the API, such as https://docs.example.com. Clients request tokens for that address." -}}
{{- end -}}
{{- if and .Values.api.license.existingSecret (not .Values.api.license.publicKey) -}}
{{- fail "api.license.existingSecret requires api.license.publicKey, the public key that verifies the license. The issuer of the license has it." -}}
{{- end -}}
{{- with .Values.metrics.serviceMonitor -}}
{{- if and .enabled (gt (include "lectern.milliseconds" .scrapeTimeout | atoi) (include "lectern.milliseconds" .interval | atoi)) -}}
{{- fail (printf "metrics.serviceMonitor.scrapeTimeout (%s) must be at most metrics.serviceMonitor.interval (%s), because the Prometheus operator ignores other ServiceMonitors." .scrapeTimeout .interval) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.api.service.nodePort (eq .Values.api.service.type "ClusterIP") -}}
{{- fail "api.service.nodePort requires api.service.type NodePort or LoadBalancer." -}}
{{- end -}}
{{- if and .Values.api.ingress.enabled (not .Values.api.ingress.hosts) -}}
{{- fail "api.ingress.enabled=true requires api.ingress.hosts, such as [{host: docs.example.com}]." -}}
{{- end -}}
{{- range $name := list "api" "embed" -}}
{{- with (get $.Values $name).autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "%s.autoscaling.minReplicas (%d) must be at most %s.autoscaling.maxReplicas (%d)." $name (int .minReplicas) $name (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Milliseconds of a duration of Prometheus, such as 1m30s. */}}
{{- define "lectern.milliseconds" -}}
{{- $units := dict "h" 3600000 "m" 60000 "s" 1000 "ms" 1 -}}
{{- $sum := 0 -}}
{{- range regexFindAll "[0-9]+[a-z]+" . -1 -}}
{{- $sum = add $sum (mul (regexFind "[0-9]+" . | atoi) (get $units (regexFind "[a-z]+" .))) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}
