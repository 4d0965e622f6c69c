{{/* The volume of a store for trying out: a claim that goes with the release, or nothing that outlives the Pod. */}}
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
      storageClassName: {{ . }}
      {{- end }}
      resources:
        requests:
          storage: {{ .storage }}
{{- end -}}
{{- end -}}
