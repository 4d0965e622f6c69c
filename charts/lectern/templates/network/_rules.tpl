{{/* Port of a URL. Default: the port of its scheme. */}}
{{- define "lectern.portOf" -}}
{{- $url := urlParse . -}}
{{- $named := regexFind ":[0-9]+$" $url.host -}}
{{- if $named -}}
{{- trimPrefix ":" $named -}}
{{- else -}}
{{- ternary "443" "80" (eq $url.scheme "https") -}}
{{- end -}}
{{- end -}}

{{/* An egress rule to peers at one TCP port, or several. Without peers, it allows every address: (dict "to" peers "port" 9200 "ports" list). */}}
{{- define "lectern.egress" -}}
- ports:
    {{- range .ports | default (list .port) }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Egress to DNS at every address. A cluster can have it in kube-system, in another namespace, or at a link-local address of the node. */}}
{{- define "lectern.egress.dns" -}}
- ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
    # The Pods of OpenShift's DNS listen at this port.
    - { protocol: UDP, port: 5353 }
    - { protocol: TCP, port: 5353 }
{{- end -}}

{{/* Without ports, there is no rule: a rule without ports would allow all of them. */}}
{{- define "lectern.egress.kubernetes" -}}
{{- with .Values.networkPolicy.kubernetesPorts -}}
- ports:
    {{- range . }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with $.Values.networkPolicy.kubernetesRanges }}
  to:
    {{- range . }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  {{- end }}
{{- end -}}
{{- end -}}

{{- define "lectern.egress.elasticsearch" -}}
{{- $to := .Values.networkPolicy.elasticsearchTo -}}
{{- if .Values.elasticsearch.deploy -}}
{{- $to = list (dict "podSelector" (dict "matchLabels" (include "lectern.selectorLabels" (dict "root" . "component" "elasticsearch") | fromYaml))) -}}
{{- else if .Values.elasticsearch.eck.name -}}
{{- $to = list (dict "podSelector" (dict "matchLabels" (dict "elasticsearch.k8s.elastic.co/cluster-name" .Values.elasticsearch.eck.name))) -}}
{{- end -}}
{{- $url := (include "lectern.elasticsearch" . | fromYaml).url -}}
{{- include "lectern.egress" (dict "to" $to "port" (include "lectern.portOf" $url) "ports" .Values.networkPolicy.elasticsearchPorts) -}}
{{- end -}}

{{- define "lectern.egress.postgres" -}}
{{- $to := .Values.networkPolicy.postgresTo -}}
{{- /* An error of urlParse would show the password of a URL that it cannot read. */ -}}
{{- $named := regexFind ":[0-9]+(/|[?]|$)" (.Values.postgres.url | default "") | regexFind "[0-9]+" -}}
{{- $port := .Values.networkPolicy.postgresPort | default ($named | default 5432) -}}
{{- if .Values.postgres.deploy -}}
{{- $to = list (dict "podSelector" (dict "matchLabels" (include "lectern.selectorLabels" (dict "root" . "component" "postgres") | fromYaml))) -}}
{{- $port = 5432 -}}
{{- end -}}
{{- include "lectern.egress" (dict "to" $to "port" $port) -}}
{{- end -}}

{{/* Egress to the endpoint of a model, if the values name one: (dict "root" $ "model" $.Values.embedding). */}}
{{- define "lectern.egress.model" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- with .model.url -}}
{{- include "lectern.egress" (dict "to" $policy.modelsTo "port" (include "lectern.portOf" .) "ports" $policy.modelPorts) -}}
{{- end -}}
{{- end -}}

{{/* Egress to sources of documentation: public addresses, and the private ranges in sources.allowedRanges. Without ports, there is no rule. */}}
{{- define "lectern.egress.sources" -}}
{{- $policy := .Values.networkPolicy -}}
{{- if $policy.sourcePorts -}}
- to:
    {{- range $all := list "0.0.0.0/0" "::/0" }}
    - ipBlock:
        cidr: {{ $all | quote }}
        {{- $except := list }}
        {{- range $policy.deniedRanges }}
        {{- if eq (contains ":" .) (contains ":" $all) }}{{ $except = append $except . }}{{ end }}
        {{- end }}
        {{- with $except }}
        except:
          {{- toYaml . | nindent 10 }}
        {{- end }}
    {{- end }}
    {{- range .Values.sources.allowedRanges }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  ports:
    {{- range $policy.sourcePorts }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end -}}
{{- end -}}
