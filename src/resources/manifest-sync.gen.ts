// Made by `npm run gen` from crds/lectern.dev_manifestsyncs.yaml. Do not edit.

/**
 * Place of the manifest, and schedule of its syncs.
 */
export interface ManifestSyncSpec {
  /**
   * Git repository of the manifest. An https, ssh or scp-like URL.
   */
  repository?: string;
  /**
   * Path of the manifest in the repository. Default is repos.yaml.
   */
  path?: string;
  /**
   * Branch or tag to read. If absent, Lectern reads the repository's default branch.
   */
  branch?: string;
  /**
   * ConfigMap of the same namespace that contains the manifest.
   */
  configMapRef?: {
    /**
     * Name of the ConfigMap.
     */
    name: string;
    /**
     * Key of the manifest. Default is repos.yaml.
     */
    key?: string;
  };
  /**
   * Path of the manifest on the machine of the one-process install. Refused on a cluster.
   */
  file?: string;
  /**
   * Cron expression of five fields in UTC, every-5-minutes, every-15-minutes (the default), hourly, daily, or manual.
   */
  schedule?: string;
  /**
   * Deletes Libraries that this manifest created and no longer lists.
   */
  prune?: boolean;
  /**
   * Stops scheduled syncs and syncs at start. Requested syncs still run.
   */
  suspend?: boolean;
  /**
   * Secret of the same namespace with the repository's credentials (username and password, bearerToken, or identity and known_hosts for ssh).
   */
  secretRef?: {
    /**
     * Name of the Secret. The Secret of the integrations is not allowed.
     */
    name: string;
  };
}

/**
 * Results of the last syncs.
 */
export interface ManifestSyncStatus {
  /**
   * Generation of the spec that this status describes.
   */
  observedGeneration?: number;
  /**
   * Last handled value of the lectern.dev/requestedAt annotation.
   */
  lastHandledReconcileAt?: string;
  /**
   * Ready, Reconciling and Stalled, as kstatus reads them.
   */
  conditions?: {
    /**
     * Name of the condition.
     */
    type: string;
    /**
     * Status of the condition.
     */
    status: "True" | "False" | "Unknown";
    /**
     * PascalCase cause.
     */
    reason: string;
    /**
     * Explanation for people.
     */
    message: string;
    /**
     * Time of the last change of the status.
     */
    lastTransitionTime: string;
    /**
     * Generation of the spec that the condition describes.
     */
    observedGeneration?: number;
  }[];
  /**
   * Commit or content hash of the last applied manifest.
   */
  lastCommit?: string;
  /**
   * Number of Libraries that this manifest owns. They have the label lectern.dev/managed-by with its name.
   */
  libraries?: number;
  /**
   * Number of failed syncs since the last successful one.
   */
  failures?: number;
  /**
   * The last sync.
   */
  lastSync?: {
    /**
     * synced, unchanged or failed.
     */
    result: "synced" | "unchanged" | "failed";
    /**
     * Trigger of the sync.
     */
    trigger: "startup" | "schedule" | "push" | "manual";
    /**
     * Commit or content hash of the manifest.
     */
    commit: string;
    /**
     * Time of the start.
     */
    startedAt: string;
    /**
     * Time of the end.
     */
    finishedAt: string;
    /**
     * Number of entries by outcome.
     */
    counts: {
      /**
       * Number of created Libraries.
       */
      created: number;
      /**
       * Number of Libraries that were changed or are indexed again.
       */
      updated: number;
      /**
       * Number of unchanged Libraries.
       */
      unchanged: number;
      /**
       * Number of deleted Libraries.
       */
      pruned: number;
      /**
       * Number of skipped entries.
       */
      skipped: number;
      /**
       * Number of entries that could not be applied.
       */
      failed: number;
    };
    /**
     * Outcomes of the first 500 entries. Unchanged entries are only counted.
     */
    entries: {
      /**
       * Id of the Library.
       */
      libraryId: string;
      /**
       * URL of the entry.
       */
      url: string;
      /**
       * Outcome.
       */
      action: "created" | "updated" | "unchanged" | "pruned" | "skipped" | "failed";
      /**
       * Why the entry was skipped or failed.
       */
      reason?: string;
    }[];
    /**
     * Why the sync failed. Absent if it did not fail.
     */
    error?: {
      /**
       * manifest_invalid, manifest_unreachable or entries_failed.
       */
      code: string;
      /**
       * The mistake and the way out.
       */
      message: string;
    };
  };
}

/** The schema of .spec, for validation at the edges. */
export const manifestSyncSpecSchema = {
  "type": "object",
  "description": "Place of the manifest, and schedule of its syncs.",
  "x-kubernetes-validations": [
    {
      "rule": "[has(self.repository), has(self.configMapRef), has(self.file)].exists_one(one, one)",
      "message": "spec must have exactly one of repository, configMapRef and file"
    },
    {
      "rule": "has(self.repository) || !has(self.path)",
      "message": "path belongs to repository; remove it"
    },
    {
      "rule": "has(self.repository) || !has(self.branch)",
      "message": "branch belongs to repository; remove it"
    },
    {
      "rule": "has(self.repository) || !has(self.secretRef)",
      "message": "secretRef belongs to repository; remove it"
    }
  ],
  "properties": {
    "repository": {
      "type": "string",
      "description": "Git repository of the manifest. An https, ssh or scp-like URL.",
      "minLength": 1,
      "maxLength": 2000,
      "x-kubernetes-validations": [
        {
          "rule": "self.matches('^((git[+])?(https?|ssh)://[^/ ]+/[^ ]+|file://[^ ]+|[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9_.-]*:[^ :]+|([.]{0,2}|~)/.*|[.]{1,2}|~)$')",
          "message": "repository must be a Git URL such as https://host/path, ssh://user@host/path or user@host:path, or a path that begins with / or ./"
        }
      ]
    },
    "path": {
      "type": "string",
      "description": "Path of the manifest in the repository. Default is repos.yaml.",
      "minLength": 1,
      "maxLength": 500
    },
    "branch": {
      "type": "string",
      "description": "Branch or tag to read. If absent, Lectern reads the repository's default branch.",
      "maxLength": 250
    },
    "configMapRef": {
      "type": "object",
      "description": "ConfigMap of the same namespace that contains the manifest.",
      "required": [
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Name of the ConfigMap.",
          "minLength": 1,
          "maxLength": 253
        },
        "key": {
          "type": "string",
          "description": "Key of the manifest. Default is repos.yaml.",
          "minLength": 1,
          "maxLength": 253
        }
      }
    },
    "file": {
      "type": "string",
      "description": "Path of the manifest on the machine of the one-process install. Refused on a cluster.",
      "minLength": 1,
      "maxLength": 2000
    },
    "schedule": {
      "type": "string",
      "description": "Cron expression of five fields in UTC, every-5-minutes, every-15-minutes (the default), hourly, daily, or manual.",
      "maxLength": 100,
      "x-kubernetes-validations": [
        {
          "rule": "self.matches('^(manual|hourly|daily|every-5-minutes|every-15-minutes|(([*]|([0-5]?[0-9])(-([0-5]?[0-9]))?)(/([1-9]|[1-5][0-9]))?)(,(([*]|([0-5]?[0-9])(-([0-5]?[0-9]))?)(/([1-9]|[1-5][0-9]))?))* (([*]|([01]?[0-9]|2[0-3])(-([01]?[0-9]|2[0-3]))?)(/([1-9]|1[0-9]|2[0-3]))?)(,(([*]|([01]?[0-9]|2[0-3])(-([01]?[0-9]|2[0-3]))?)(/([1-9]|1[0-9]|2[0-3]))?))* (([*]|(0?[1-9]|[12][0-9]|3[01])(-(0?[1-9]|[12][0-9]|3[01]))?)(/([1-9]|[12][0-9]|3[01]))?|[?L])(,(([*]|(0?[1-9]|[12][0-9]|3[01])(-(0?[1-9]|[12][0-9]|3[01]))?)(/([1-9]|[12][0-9]|3[01]))?|[?L]))* (([*]|(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])(-(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc]))?)(/([1-9]|1[0-2]))?)(,(([*]|(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])(-(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc]))?)(/([1-9]|1[0-2]))?))* (([*]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(-([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt]))?)(/([1-7]))?|[?]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(#[1-5L]|L))(,(([*]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(-([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt]))?)(/([1-7]))?|[?]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(#[1-5L]|L)))*)$')",
          "message": "schedule must be five cron fields such as \"*/15 * * * *\" (minute 0-59, hour 0-23, day 1-31, month 1-12, weekday 0-7; UTC), or every-5-minutes, every-15-minutes, hourly, daily, manual"
        }
      ]
    },
    "prune": {
      "type": "boolean",
      "description": "Deletes Libraries that this manifest created and no longer lists."
    },
    "suspend": {
      "type": "boolean",
      "description": "Stops scheduled syncs and syncs at start. Requested syncs still run."
    },
    "secretRef": {
      "type": "object",
      "description": "Secret of the same namespace with the repository's credentials (username and password, bearerToken, or identity and known_hosts for ssh).",
      "required": [
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Name of the Secret. The Secret of the integrations is not allowed.",
          "minLength": 1,
          "maxLength": 253,
          "x-kubernetes-validations": [
            {
              "rule": "self != 'lectern-integrations'",
              "message": "secretRef must name a Secret of the manifest's own; without secretRef, Lectern uses the integration of the repository's host"
            }
          ]
        }
      }
    }
  }
};
