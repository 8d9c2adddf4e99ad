{{- define "paylink.name" -}}
{{- if contains "paylink" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-paylink" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "paylink.selector" -}}
app.kubernetes.io/name: paylink
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "paylink.labels" -}}
{{ include "paylink.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "paylink.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "paylink.secret" -}}
{{- if .Values.secret.existing }}{{ .Values.secret.existing }}
{{- else if .Values.secret.values }}{{ include "paylink.name" . }}
{{- else }}{{ fail "set secret.existing or secret.values: nodes that share a database need the same secrets" }}
{{- end -}}
{{- end -}}

{{- define "paylink.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "paylink.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{/* Settings that are no secrets. The internal listener answers to these names and to IP addresses. */}}
{{- define "paylink.env" -}}
{{- $internal := printf "%s-internal" (include "paylink.name" .) -}}
- {name: PAYLINK_BASE_URL, value: {{ required "set baseUrl, such as https://pay.example.com" .Values.baseUrl | quote }}}
- {name: PAYLINK_PUBLIC_HOST, value: 0.0.0.0}
- {name: PAYLINK_INTERNAL_HOST, value: 0.0.0.0}
- name: PAYLINK_INTERNAL_HOSTS
  value: {{ printf "%s,%s.%s,%s.%s.svc,%s.%s.svc.cluster.local" $internal $internal .Release.Namespace $internal .Release.Namespace $internal .Release.Namespace | quote }}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end -}}
