// Made by `npm run gen` from crds/lectern.dev_manifestsyncs.yaml. Do not edit.

/**
 * Where the manifest is and when it is read.
 */
export interface ManifestSyncSpec {
  /**
   * Git repository of the manifest, an https, ssh or scp-like URL.
   */
  repository?: string;
  /**
   * Path of the manifest in the repository, repos.yaml when absent.
   */
  path?: string;
  /**
   * Branch or tag to read. The repository's default branch when absent.
   */
  branch?: string;
  /**
   * ConfigMap of the same namespace that holds the manifest.
   */
  configMapRef?: {
    /**
     * Name of the ConfigMap.
     */
    name: string;
    /**
     * Key of the manifest, repos.yaml when absent.
     */
    key?: string;
  };
  /**
   * Path of the manifest on the machine of the one-process install. Refused on a cluster.
   */
  file?: string;
  /**
   * Cron expression of five fields in UTC, every-5-minutes, every-15-minutes (when absent), hourly, daily, or manual.
   */
  schedule?: string;
  /**
   * Deletes the Libraries this manifest made and no longer names.
   */
  prune?: boolean;
  /**
   * Stops syncs by schedule and at start; a request is still served.
   */
  suspend?: boolean;
  /**
   * Secret of the same namespace with the repository's credentials (username and password, bearerToken, or identity and known_hosts for ssh).
   */
  secretRef?: {
    /**
     * Name of the Secret.
     */
    name: string;
  };
}

/**
 * What the last syncs did.
 */
export interface ManifestSyncStatus {
  /**
   * Generation of the spec this status speaks of.
   */
  observedGeneration?: number;
  /**
   * Last value of the lectern.dev/requestedAt annotation that a sync has served.
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
     * Whether it holds.
     */
    status: "True" | "False" | "Unknown";
    /**
     * PascalCase cause.
     */
    reason: string;
    /**
     * What a person should know.
     */
    message: string;
    /**
     * When status last changed.
     */
    lastTransitionTime: string;
    /**
     * Generation it was set for.
     */
    observedGeneration?: number;
  }[];
  /**
   * Commit, or content hash, of the manifest that was applied last.
   */
  lastCommit?: string;
  /**
   * Libraries this manifest owns; they carry the label lectern.dev/managed-by with its name.
   */
  libraries?: number;
  /**
   * Failed syncs since the last good one.
   */
  failures?: number;
  /**
   * The last sync that did or tried something.
   */
  lastSync?: {
    /**
     * synced, unchanged or failed.
     */
    result: "synced" | "unchanged" | "failed";
    /**
     * What asked for it.
     */
    trigger: "startup" | "schedule" | "push" | "manual";
    /**
     * Commit or content hash it read.
     */
    commit: string;
    /**
     * When it started.
     */
    startedAt: string;
    /**
     * When it ended.
     */
    finishedAt: string;
    /**
     * Entries by what was done about them.
     */
    counts: {
      /**
       * Libraries made.
       */
      created: number;
      /**
       * Libraries changed or indexed again.
       */
      updated: number;
      /**
       * Libraries left as they were.
       */
      unchanged: number;
      /**
       * Libraries deleted.
       */
      pruned: number;
      /**
       * Entries left out for a reason.
       */
      skipped: number;
      /**
       * Entries that could not be applied.
       */
      failed: number;
    };
    /**
     * What was done, entry by entry; those left unchanged are only counted. The first 500.
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
       * What was done.
       */
      action: "created" | "updated" | "unchanged" | "pruned" | "skipped" | "failed";
      /**
       * Why it was skipped or failed.
       */
      reason?: string;
    }[];
    /**
     * Why the sync failed; absent when it did not.
     */
    error?: {
      /**
       * manifest_invalid, manifest_unreachable or entries_failed.
       */
      code: string;
      /**
       * What was wrong and what would be right.
       */
      message: string;
    };
  };
}

/** The schema of .spec, for validation at the edges. */
export const manifestSyncSpecSchema = {
  "type": "object",
  "description": "Where the manifest is and when it is read.",
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
      "description": "Git repository of the manifest, an https, ssh or scp-like URL.",
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
      "description": "Path of the manifest in the repository, repos.yaml when absent.",
      "minLength": 1,
      "maxLength": 500
    },
    "branch": {
      "type": "string",
      "description": "Branch or tag to read. The repository's default branch when absent.",
      "maxLength": 250
    },
    "configMapRef": {
      "type": "object",
      "description": "ConfigMap of the same namespace that holds the manifest.",
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
          "description": "Key of the manifest, repos.yaml when absent.",
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
      "description": "Cron expression of five fields in UTC, every-5-minutes, every-15-minutes (when absent), hourly, daily, or manual.",
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
      "description": "Deletes the Libraries this manifest made and no longer names."
    },
    "suspend": {
      "type": "boolean",
      "description": "Stops syncs by schedule and at start; a request is still served."
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
          "description": "Name of the Secret.",
          "minLength": 1,
          "maxLength": 253
        }
      }
    }
  }
};
