{{/* Volume claim of a trial store, which is deleted with the release. Without `storage` there is none, and the data is lost with the Pod. */}}
{{- define "lectern.trialClaim" -}}
{{- if .storage -}}
persistentVolumeClaimRetentionPolicy:
  whenDeleted: Delete
  whenScaled: Retain
volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: data
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .storageClassName }}
      storageClassName: {{ . | quote }}
      {{- end }}
      resources:
        requests:
          storage: {{ .storage }}
{{- end -}}
{{- end -}}
