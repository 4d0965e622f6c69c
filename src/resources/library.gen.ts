// Made by `npm run gen` from crds/lectern.dev_libraries.yaml. Do not edit.

/**
 * What to index and under which id.
 */
export interface LibrarySpec {
  /**
   * URL path of the library, /owner/name. It never changes; a moved library lists its old ids in formerIds.
   */
  id: string;
  /**
   * Display name. Taken from the source when absent.
   */
  title?: string;
  /**
   * One or two sentences about the library. Taken from the source when absent.
   */
  description?: string;
  /**
   * Other names people search for, such as a package name or a scope (@org/name).
   *
   * @maxItems 50
   */
  aliases?: string[];
  /**
   * Ids this library had before. A request for one is answered with a redirect to id.
   *
   * @maxItems 20
   */
  formerIds?: string[];
  /**
   * Tags and branches of a Git source to index besides the default branch, each its own version.
   *
   * @maxItems 50
   */
  versions?: string[];
  /**
   * Who may see the library, public when absent. A private one does not exist for callers without a key of its teamspace; admins see all.
   */
  visibility?: "public" | "private";
  /**
   * Lets everybody read and export a library whose source was read with a credential. Otherwise it is private to its teamspace, whatever visibility says.
   */
  publishCredentialed?: boolean;
  /**
   * Teamspace that the library belongs to; a private one belongs to default when absent.
   */
  teamspace?: string;
  /**
   * Whether the rules of the repository's own context7.json stand in answers; ignore when absent.
   */
  ownerRules?: "allow" | "ignore";
  /**
   * Leaves the library as it is until this is false again.
   */
  suspend?: boolean;
  /**
   * When the source is read again by itself. Only on request when absent.
   */
  refresh?: {
    /**
     * Cron expression of five fields (minute hour day month weekday), in UTC, or @hourly, @daily, @weekly, @monthly.
     */
    schedule?: string;
    /**
     * Time between the end of a run and the next, such as 90m, 12h or 7d; at least 1m.
     */
    interval?: string;
  };
  /**
   * Secret of the same namespace with the credentials of the source (username and password, bearerToken, or identity and known_hosts for ssh; the keys of the wiki or pages integration for those).
   */
  secretRef?: {
    /**
     * Name of the Secret. That of the integrations is nobody's own.
     */
    name: string;
  };
  /**
   * Project of the teamspace that the library is for.
   */
  projectRef?: {
    /**
     * Id of the project.
     */
    name: string;
  };
  /**
   * Longest time one run may take, such as 30m or 2h. Six hours when absent.
   */
  timeout?: string;
  /**
   * Requests and limits of the run's container, in place of the install's own. An operator bounds them by maxRunResources.
   */
  resources?: {
    /**
     * What the run is sure to get.
     */
    requests?: {
      [k: string]: string;
    };
    /**
     * What the run may use at most.
     */
    limits?: {
      [k: string]: string;
    };
  };
  /**
   * Where the documentation comes from. Exactly one field.
   */
  source: {
    /**
     * A Git repository.
     */
    git?: {
      /**
       * https, ssh or scp-like URL, or a local path where the operator allows it.
       */
      url: string;
      /**
       * Branch or tag to read. The repository's default branch when absent or empty.
       */
      branch?: string;
      /**
       * Only documents under these folders, and Markdown at the root, are read.
       *
       * @maxItems 50
       */
      folders?: string[];
      /**
       * Folders to leave out. A plain name matches at any depth, ./name at the root only; globs are allowed. Replaces the default list.
       *
       * @maxItems 50
       */
      excludeFolders?: string[];
      /**
       * File names to leave out. Replaces the default list.
       *
       * @maxItems 100
       */
      excludeFiles?: string[];
      /**
       * Languages to read, such as en or zh-CN, of documents that exist in several. English, or else the original, when absent.
       *
       * @maxItems 20
       */
      locales?: string[];
      /**
       * Also reads doc comments and signatures of source files. Without it they are read only where a repository has no documentation.
       */
      indexSourceCode?: boolean;
    };
    /**
     * A website, crawled from a start URL within its host and path.
     */
    website?: {
      /**
       * Start URL; only pages under its host and path are read.
       */
      url: string;
      /**
       * Only pages at this URL or below it are read, in place of those under the host and path of url.
       */
      baseUrl?: string;
      /**
       * Most pages to read.
       */
      maxPages?: number;
      /**
       * Most links to follow from the start URL.
       */
      maxDepth?: number;
      /**
       * Globs over URL paths to leave out.
       *
       * @maxItems 100
       */
      excludePatterns?: string[];
    };
    /**
     * An llms.txt, llms-full.txt or llms-small.txt file.
     */
    llmstxt?: {
      /**
       * URL of the file.
       */
      url: string;
      /**
       * Most linked pages to read.
       */
      maxPages?: number;
    };
    /**
     * An OpenAPI 3.0 or 3.1, or Swagger 2.0 description in JSON or YAML. Exactly one field.
     */
    openapi?: {
      /**
       * URL of the description.
       */
      url?: string;
      /**
       * A description that somebody has sent. Made by an upload; it is not read again from anywhere.
       */
      upload?: {
        /**
         * Name of the upload in the store of uploads.
         */
        name: string;
        /**
         * Hash of the file, in hexadecimal digits. Another file is not read.
         */
        sha256: string;
        /**
         * Name that the file had, which answers show as its source.
         */
        fileName: string;
      };
    };
    /**
     * A Confluence space, or some of its pages. Read with the wiki integration of the install.
     */
    wiki?: {
      /**
       * URL of the site, such as https://example.atlassian.net or https://wiki.example.org/confluence; the one of the wiki integration.
       */
      siteUrl: string;
      /**
       * Id of a Cloud site. When the integration names one too, they must be equal.
       */
      cloudId?: string;
      /**
       * Key of the space. All its current pages are read unless pageIds names some.
       */
      spaceKey?: string;
      /**
       * Id of the space on Cloud. Found by its key when absent.
       */
      spaceId?: string;
      /**
       * Name of the space, the library's title unless it has one.
       */
      spaceName?: string;
      /**
       * Only these pages are read.
       *
       * @maxItems 1000
       */
      pageIds?: string[];
      /**
       * Also reads the pages below those that pageIds names.
       */
      includeSubPages?: boolean;
    };
    /**
     * Pages of a Notion workspace with the pages below them. Read with the pages integration of the install.
     */
    pages?: {
      /**
       * Id of the workspace, for people; the integration decides which one is read.
       */
      workspaceId?: string;
      /**
       * Name of the workspace, the library's title unless it has one.
       */
      workspaceName?: string;
      /**
       * The pages to begin with, shared with the integration.
       *
       * @minItems 1
       * @maxItems 500
       */
      pageIds: string[];
    };
    /**
     * The snippets of an export of another install. Made by an import; it is not read again from anywhere.
     */
    import?: {
      /**
       * Name of the upload in the store of uploads.
       */
      upload: string;
      /**
       * What the other install has read.
       */
      type?: "repo" | "website" | "openapi";
      /**
       * Repository the other install has read, for people.
       */
      docsRepoUrl?: string;
      /**
       * Site the other install has read, for people.
       */
      docsSiteUrl?: string;
    };
  };
}

/**
 * What is served and what the last run did.
 */
export interface LibraryStatus {
  /**
   * initial (accepted, queued), processing, finalized, error or delete.
   */
  state?: "initial" | "processing" | "finalized" | "error" | "delete";
  /**
   * Generation of the spec this status speaks of.
   */
  observedGeneration?: number;
  /**
   * Last value of the lectern.dev/requestedAt annotation that a run has served.
   */
  lastHandledReconcileAt?: string;
  /**
   * Last value of the lectern.dev/cancelledAt annotation that was heeded.
   */
  lastHandledCancelAt?: string;
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
   * True where an import has made it; it is not refreshed.
   */
  imported?: boolean;
  /**
   * Display name in force.
   */
  title?: string;
  /**
   * Description in force.
   */
  description?: string;
  /**
   * Branch that was read.
   */
  branch?: string;
  /**
   * What the source was read with. A library that was read with any other than none is private to its teamspace, unless spec.publishCredentialed is true. Set before a run is given a credential; none is set once a run has succeeded without one.
   */
  credential?: "none" | "url" | "secret" | "integration";
  /**
   * What is served, the default version first, under the name ''.
   */
  versions?: {
    /**
     * Tag or branch; empty for the default.
     */
    name: string;
    /**
     * Commit, ETag or content hash that was indexed.
     */
    revision: string;
    /**
     * Documents served.
     */
    documents: number;
    /**
     * Snippets served.
     */
    snippets: number;
    /**
     * Tokens of all snippets.
     */
    tokens: number;
    /**
     * When this content became served.
     */
    updatedAt: string;
  }[];
  /**
   * Tokens of the default version.
   */
  totalTokens?: number;
  /**
   * Snippets of the default version.
   */
  totalSnippets?: number;
  /**
   * Stars on the source's host.
   */
  stars?: number;
  /**
   * Reputation of the source.
   */
  trustScore?: number;
  /**
   * Quality indicator.
   */
  benchmarkScore?: number;
  /**
   * What trustScore is made of.
   */
  trust?: {
    /**
     * Repository or site that the rest speaks of.
     */
    origin: string;
    /**
     * Stars of the repository.
     */
    stars?: number;
    /**
     * When it was made.
     */
    createdAt?: string;
    /**
     * When it last changed.
     */
    activeAt?: string;
    /**
     * Its owner has given it up.
     */
    archived?: boolean;
    /**
     * It is a copy of another.
     */
    fork?: boolean;
    /**
     * License that the host reports.
     */
    license?: string;
    /**
     * Whose it is.
     */
    owner?: "organization" | "user";
    /**
     * The host has verified the organization.
     */
    verified?: boolean;
    /**
     * The site is read over TLS.
     */
    tls?: boolean;
    /**
     * Whether the site has a domain of its own.
     */
    domain?: "own" | "shared" | "address";
    /**
     * Pages of the site that are served.
     */
    pages?: number;
  };
  /**
   * What was found in the documents of the default version.
   */
  contentWarnings?: {
    /**
     * Snippets that contain instructions for a language model.
     */
    injection: number;
    /**
     * Credentials that were masked.
     */
    secrets: number;
    /**
     * Documents from which hidden text was dropped.
     */
    hidden: number;
  };
  /**
   * Rules of the repository's own context7.json. Those that are found are served where spec.ownerRules is allow.
   */
  ownerRules?: {
    /**
     * Rules that could be served.
     */
    found: number;
    /**
     * Rules that stand in answers.
     */
    served: number;
  };
  /**
   * When content last changed.
   */
  lastUpdateDate?: string;
  /**
   * Percentage of the served snippets that questions find by meaning as well as by words. Absent on old libraries, where it is 100.
   */
  embeddedPercent?: number;
  /**
   * Failed runs since the last good one.
   */
  failures?: number;
  /**
   * When the source will be read again by itself.
   */
  nextRefreshTime?: string;
  /**
   * The current or last indexing run.
   */
  run?: {
    /**
     * Unique name of the run.
     */
    id: string;
    /**
     * What it is doing.
     */
    phase: "queued" | "fetching" | "indexing" | "activating" | "embedding" | "done" | "failed" | "cancelled";
    /**
     * Why it was started.
     */
    trigger?: "added" | "edit" | "request" | "schedule" | "retry" | "unfinished" | "vectors";
    /**
     * Version being read.
     */
    version?: string;
    /**
     * What the run reads its source with.
     */
    credential?: "none" | "url" | "secret" | "integration";
    /**
     * When it started.
     */
    startedAt: string;
    /**
     * When it ended.
     */
    finishedAt?: string;
    /**
     * Documents to read when known.
     */
    total?: number;
    /**
     * Documents read.
     */
    fetched: number;
    /**
     * Documents parsed or found unchanged.
     */
    documents: number;
    /**
     * Snippets made of them.
     */
    snippets: number;
    /**
     * Snippets with new vectors.
     */
    embedded: number;
    /**
     * As status.embeddedPercent while it embeds.
     */
    embeddedPercent?: number;
    /**
     * Documents left out.
     */
    skipped: number;
    /**
     * Why documents were left out, the first few.
     */
    warnings?: string[];
  };
  /**
   * The last runs that have ended, the newest first.
   *
   * @maxItems 10
   */
  runs?: {
    /**
     * Unique name of the run.
     */
    id: string;
    /**
     * How it ended.
     */
    outcome: "done" | "failed" | "cancelled";
    /**
     * Why it was started.
     */
    trigger?: "added" | "edit" | "request" | "schedule" | "retry" | "unfinished" | "vectors";
    /**
     * When it started.
     */
    startedAt: string;
    /**
     * When it ended.
     */
    finishedAt: string;
    /**
     * Of a run that is done, whether it found anything new.
     */
    changed?: boolean;
    /**
     * Version that it was reading when it failed or was cancelled; absent for the default one.
     */
    version?: string;
    /**
     * PascalCase cause of what is not done.
     */
    reason?: string;
    /**
     * What a person should know of it.
     */
    message?: string;
    /**
     * Documents parsed or found unchanged.
     */
    documents: number;
    /**
     * Snippets made of them.
     */
    snippets: number;
    /**
     * Snippets with new vectors.
     */
    embedded: number;
    /**
     * Documents left out.
     */
    skipped: number;
  }[];
}

/** The schema of .spec, for validation at the edges. */
export const librarySpecSchema = {
  "type": "object",
  "description": "What to index and under which id.",
  "required": [
    "id",
    "source"
  ],
  "x-kubernetes-validations": [
    {
      "rule": "!has(self.versions) || size(self.versions) == 0 || has(self.source.git)",
      "message": "versions belong to a git source only; remove them"
    }
  ],
  "properties": {
    "id": {
      "type": "string",
      "x-kubernetes-validations": [
        {
          "rule": "self == oldSelf",
          "message": "id never changes; delete this Library and make one with the new id that lists the old id in formerIds"
        }
      ],
      "description": "URL path of the library, /owner/name. It never changes; a moved library lists its old ids in formerIds.",
      "maxLength": 300,
      "pattern": "^/[^/@\\s]+/[^/@\\s]+$"
    },
    "title": {
      "type": "string",
      "description": "Display name. Taken from the source when absent.",
      "maxLength": 200
    },
    "description": {
      "type": "string",
      "description": "One or two sentences about the library. Taken from the source when absent.",
      "maxLength": 1000
    },
    "aliases": {
      "type": "array",
      "description": "Other names people search for, such as a package name or a scope (@org/name).",
      "maxItems": 50,
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      }
    },
    "formerIds": {
      "type": "array",
      "description": "Ids this library had before. A request for one is answered with a redirect to id.",
      "maxItems": 20,
      "items": {
        "type": "string",
        "maxLength": 300,
        "pattern": "^/[^/@\\s]+/[^/@\\s]+$"
      }
    },
    "versions": {
      "type": "array",
      "description": "Tags and branches of a Git source to index besides the default branch, each its own version.",
      "maxItems": 50,
      "x-kubernetes-validations": [
        {
          "rule": "self.all(one, self.exists_one(other, other == one))",
          "message": "versions names one of them twice; name each once"
        }
      ],
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      }
    },
    "visibility": {
      "type": "string",
      "description": "Who may see the library, public when absent. A private one does not exist for callers without a key of its teamspace; admins see all.",
      "enum": [
        "public",
        "private"
      ]
    },
    "publishCredentialed": {
      "type": "boolean",
      "description": "Lets everybody read and export a library whose source was read with a credential. Otherwise it is private to its teamspace, whatever visibility says."
    },
    "teamspace": {
      "type": "string",
      "description": "Teamspace that the library belongs to; a private one belongs to default when absent.",
      "maxLength": 63,
      "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"
    },
    "ownerRules": {
      "type": "string",
      "description": "Whether the rules of the repository's own context7.json stand in answers; ignore when absent.",
      "enum": [
        "allow",
        "ignore"
      ]
    },
    "suspend": {
      "type": "boolean",
      "description": "Leaves the library as it is until this is false again."
    },
    "refresh": {
      "type": "object",
      "description": "When the source is read again by itself. Only on request when absent.",
      "x-kubernetes-validations": [
        {
          "rule": "[has(self.schedule), has(self.interval)].exists_one(one, one)",
          "message": "refresh must have exactly one of schedule and interval"
        }
      ],
      "properties": {
        "schedule": {
          "type": "string",
          "description": "Cron expression of five fields (minute hour day month weekday), in UTC, or @hourly, @daily, @weekly, @monthly.",
          "maxLength": 100,
          "x-kubernetes-validations": [
            {
              "rule": "self.matches('^(@(hourly|daily|weekly|monthly)|(([*]|([0-5]?[0-9])(-([0-5]?[0-9]))?)(/([1-9]|[1-5][0-9]))?)(,(([*]|([0-5]?[0-9])(-([0-5]?[0-9]))?)(/([1-9]|[1-5][0-9]))?))* (([*]|([01]?[0-9]|2[0-3])(-([01]?[0-9]|2[0-3]))?)(/([1-9]|1[0-9]|2[0-3]))?)(,(([*]|([01]?[0-9]|2[0-3])(-([01]?[0-9]|2[0-3]))?)(/([1-9]|1[0-9]|2[0-3]))?))* (([*]|(0?[1-9]|[12][0-9]|3[01])(-(0?[1-9]|[12][0-9]|3[01]))?)(/([1-9]|[12][0-9]|3[01]))?|[?L])(,(([*]|(0?[1-9]|[12][0-9]|3[01])(-(0?[1-9]|[12][0-9]|3[01]))?)(/([1-9]|[12][0-9]|3[01]))?|[?L]))* (([*]|(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])(-(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc]))?)(/([1-9]|1[0-2]))?)(,(([*]|(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])(-(0?[1-9]|1[0-2]|[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc]))?)(/([1-9]|1[0-2]))?))* (([*]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(-([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt]))?)(/([1-7]))?|[?]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(#[1-5L]|L))(,(([*]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(-([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt]))?)(/([1-7]))?|[?]|([0-7]|[Ss][Uu][Nn]|[Mm][Oo][Nn]|[Tt][Uu][Ee]|[Ww][Ee][Dd]|[Tt][Hh][Uu]|[Ff][Rr][Ii]|[Ss][Aa][Tt])(#[1-5L]|L)))*)$')",
              "message": "schedule must be five cron fields such as \"0 3 * * *\" (minute 0-59, hour 0-23, day 1-31, month 1-12, weekday 0-7; UTC), or @hourly, @daily, @weekly, @monthly"
            }
          ]
        },
        "interval": {
          "type": "string",
          "description": "Time between the end of a run and the next, such as 90m, 12h or 7d; at least 1m.",
          "maxLength": 20,
          "x-kubernetes-validations": [
            {
              "rule": "self.matches('^[1-9][0-9]{0,5}(m|h|d)$')",
              "message": "interval must be a whole number of minutes, hours or days such as 90m, 12h or 7d"
            }
          ]
        }
      }
    },
    "secretRef": {
      "type": "object",
      "description": "Secret of the same namespace with the credentials of the source (username and password, bearerToken, or identity and known_hosts for ssh; the keys of the wiki or pages integration for those).",
      "required": [
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Name of the Secret. That of the integrations is nobody's own.",
          "minLength": 1,
          "maxLength": 253,
          "x-kubernetes-validations": [
            {
              "rule": "self != 'lectern-integrations'",
              "message": "secretRef must name a Secret of the library's own; lectern-integrations has the credentials of the whole install"
            }
          ]
        }
      }
    },
    "projectRef": {
      "type": "object",
      "description": "Project of the teamspace that the library is for.",
      "required": [
        "name"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Id of the project.",
          "minLength": 1,
          "maxLength": 100
        }
      }
    },
    "timeout": {
      "type": "string",
      "description": "Longest time one run may take, such as 30m or 2h. Six hours when absent.",
      "maxLength": 20,
      "x-kubernetes-validations": [
        {
          "rule": "self.matches('^[1-9][0-9]{0,5}(s|m|h)$')",
          "message": "timeout must be a whole number of seconds, minutes or hours such as 90s, 30m or 2h"
        }
      ]
    },
    "resources": {
      "type": "object",
      "description": "Requests and limits of the run's container, in place of the install's own. An operator bounds them by maxRunResources.",
      "properties": {
        "requests": {
          "type": "object",
          "description": "What the run is sure to get.",
          "maxProperties": 20,
          "additionalProperties": {
            "type": "string",
            "maxLength": 40,
            "x-kubernetes-validations": [
              {
                "rule": "self.matches('^(0*[1-9][0-9]*([.][0-9]*)?|0*[.]0*[1-9][0-9]*)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$')",
                "message": "must be a quantity above 0 such as 500m, 2 or 8Gi"
              }
            ]
          }
        },
        "limits": {
          "type": "object",
          "description": "What the run may use at most.",
          "maxProperties": 20,
          "additionalProperties": {
            "type": "string",
            "maxLength": 40,
            "x-kubernetes-validations": [
              {
                "rule": "self.matches('^(0*[1-9][0-9]*([.][0-9]*)?|0*[.]0*[1-9][0-9]*)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$')",
                "message": "must be a quantity above 0 such as 500m, 2 or 8Gi"
              }
            ]
          }
        }
      }
    },
    "source": {
      "type": "object",
      "description": "Where the documentation comes from. Exactly one field.",
      "x-kubernetes-validations": [
        {
          "rule": "[has(self.git), has(self.website), has(self.llmstxt), has(self.openapi), has(self.wiki), has(self.pages), has(self.import)].exists_one(one, one)",
          "message": "source must have exactly one of git, website, llmstxt, openapi, wiki, pages, import"
        }
      ],
      "properties": {
        "git": {
          "type": "object",
          "description": "A Git repository.",
          "required": [
            "url"
          ],
          "properties": {
            "url": {
              "type": "string",
              "description": "https, ssh or scp-like URL, or a local path where the operator allows it.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^((git[+])?(https?|ssh)://[^/ ]+/[^ ]+|file://[^ ]+|[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9_.-]*:[^ :]+|([.]{0,2}|~)/.*|[.]{1,2}|~)$')",
                  "message": "url must be a Git URL such as https://host/path, ssh://user@host/path or user@host:path, or a path that begins with / or ./"
                }
              ]
            },
            "branch": {
              "type": "string",
              "description": "Branch or tag to read. The repository's default branch when absent or empty.",
              "maxLength": 250
            },
            "folders": {
              "type": "array",
              "description": "Only documents under these folders, and Markdown at the root, are read.",
              "maxItems": 50,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "excludeFolders": {
              "type": "array",
              "description": "Folders to leave out. A plain name matches at any depth, ./name at the root only; globs are allowed. Replaces the default list.",
              "maxItems": 50,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "excludeFiles": {
              "type": "array",
              "description": "File names to leave out. Replaces the default list.",
              "maxItems": 100,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "locales": {
              "type": "array",
              "description": "Languages to read, such as en or zh-CN, of documents that exist in several. English, or else the original, when absent.",
              "maxItems": 20,
              "items": {
                "type": "string",
                "pattern": "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$"
              }
            },
            "indexSourceCode": {
              "type": "boolean",
              "description": "Also reads doc comments and signatures of source files. Without it they are read only where a repository has no documentation."
            }
          }
        },
        "website": {
          "type": "object",
          "description": "A website, crawled from a start URL within its host and path.",
          "required": [
            "url"
          ],
          "properties": {
            "url": {
              "type": "string",
              "description": "Start URL; only pages under its host and path are read.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^https?://[^/ ]+')",
                  "message": "url must begin with http:// or https:// and name a host"
                }
              ]
            },
            "baseUrl": {
              "type": "string",
              "description": "Only pages at this URL or below it are read, in place of those under the host and path of url.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^https?://[^/ ]+')",
                  "message": "baseUrl must begin with http:// or https:// and name a host"
                }
              ]
            },
            "maxPages": {
              "type": "integer",
              "description": "Most pages to read.",
              "minimum": 1,
              "maximum": 100000,
              "default": 100
            },
            "maxDepth": {
              "type": "integer",
              "description": "Most links to follow from the start URL.",
              "minimum": 0,
              "maximum": 100,
              "default": 3
            },
            "excludePatterns": {
              "type": "array",
              "description": "Globs over URL paths to leave out.",
              "maxItems": 100,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          }
        },
        "llmstxt": {
          "type": "object",
          "description": "An llms.txt, llms-full.txt or llms-small.txt file.",
          "required": [
            "url"
          ],
          "properties": {
            "url": {
              "type": "string",
              "description": "URL of the file.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^https?://[^/ ]+')",
                  "message": "url must begin with http:// or https:// and name a host"
                }
              ]
            },
            "maxPages": {
              "type": "integer",
              "description": "Most linked pages to read.",
              "minimum": 0,
              "maximum": 100000,
              "default": 100
            }
          }
        },
        "openapi": {
          "type": "object",
          "description": "An OpenAPI 3.0 or 3.1, or Swagger 2.0 description in JSON or YAML. Exactly one field.",
          "x-kubernetes-validations": [
            {
              "rule": "[has(self.url), has(self.upload)].exists_one(one, one)",
              "message": "openapi must have exactly one of url and upload"
            }
          ],
          "properties": {
            "url": {
              "type": "string",
              "description": "URL of the description.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^https?://[^/ ]+')",
                  "message": "url must begin with http:// or https:// and name a host"
                }
              ]
            },
            "upload": {
              "type": "object",
              "description": "A description that somebody has sent. Made by an upload; it is not read again from anywhere.",
              "required": [
                "name",
                "sha256",
                "fileName"
              ],
              "properties": {
                "name": {
                  "type": "string",
                  "description": "Name of the upload in the store of uploads.",
                  "maxLength": 200,
                  "pattern": "^[a-z0-9][a-z0-9.-]*$"
                },
                "sha256": {
                  "type": "string",
                  "description": "Hash of the file, in hexadecimal digits. Another file is not read.",
                  "pattern": "^[0-9a-f]{64}$"
                },
                "fileName": {
                  "type": "string",
                  "description": "Name that the file had, which answers show as its source.",
                  "minLength": 1,
                  "maxLength": 200
                }
              }
            }
          }
        },
        "wiki": {
          "type": "object",
          "description": "A Confluence space, or some of its pages. Read with the wiki integration of the install.",
          "required": [
            "siteUrl"
          ],
          "x-kubernetes-validations": [
            {
              "rule": "has(self.spaceKey) || (has(self.pageIds) && size(self.pageIds) > 0)",
              "message": "wiki must have spaceKey, pageIds or both"
            }
          ],
          "properties": {
            "siteUrl": {
              "type": "string",
              "description": "URL of the site, such as https://example.atlassian.net or https://wiki.example.org/confluence; the one of the wiki integration.",
              "minLength": 1,
              "maxLength": 2000,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^https?://[^/ ]+')",
                  "message": "siteUrl must begin with http:// or https:// and name a host"
                }
              ]
            },
            "cloudId": {
              "type": "string",
              "description": "Id of a Cloud site. When the integration names one too, they must be equal.",
              "maxLength": 100
            },
            "spaceKey": {
              "type": "string",
              "description": "Key of the space. All its current pages are read unless pageIds names some.",
              "maxLength": 255,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^~?[A-Za-z0-9._@-]+$')",
                  "message": "spaceKey must be the key of a space such as DOC, as its URL shows it after /spaces/"
                }
              ]
            },
            "spaceId": {
              "type": "string",
              "description": "Id of the space on Cloud. Found by its key when absent.",
              "maxLength": 20,
              "x-kubernetes-validations": [
                {
                  "rule": "self.matches('^[0-9]+$')",
                  "message": "spaceId must be a number"
                }
              ]
            },
            "spaceName": {
              "type": "string",
              "description": "Name of the space, the library's title unless it has one.",
              "maxLength": 250
            },
            "pageIds": {
              "type": "array",
              "description": "Only these pages are read.",
              "maxItems": 1000,
              "items": {
                "type": "string",
                "maxLength": 20,
                "pattern": "^[0-9]+$"
              }
            },
            "includeSubPages": {
              "type": "boolean",
              "description": "Also reads the pages below those that pageIds names."
            }
          }
        },
        "pages": {
          "type": "object",
          "description": "Pages of a Notion workspace with the pages below them. Read with the pages integration of the install.",
          "required": [
            "pageIds"
          ],
          "properties": {
            "workspaceId": {
              "type": "string",
              "description": "Id of the workspace, for people; the integration decides which one is read.",
              "maxLength": 100
            },
            "workspaceName": {
              "type": "string",
              "description": "Name of the workspace, the library's title unless it has one.",
              "maxLength": 250
            },
            "pageIds": {
              "type": "array",
              "description": "The pages to begin with, shared with the integration.",
              "minItems": 1,
              "maxItems": 500,
              "items": {
                "type": "string",
                "maxLength": 36,
                "pattern": "^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$"
              }
            }
          }
        },
        "import": {
          "type": "object",
          "description": "The snippets of an export of another install. Made by an import; it is not read again from anywhere.",
          "required": [
            "upload"
          ],
          "properties": {
            "upload": {
              "type": "string",
              "description": "Name of the upload in the store of uploads.",
              "maxLength": 200,
              "pattern": "^[a-z0-9][a-z0-9.-]*$"
            },
            "type": {
              "type": "string",
              "description": "What the other install has read.",
              "enum": [
                "repo",
                "website",
                "openapi"
              ]
            },
            "docsRepoUrl": {
              "type": "string",
              "description": "Repository the other install has read, for people.",
              "maxLength": 2000
            },
            "docsSiteUrl": {
              "type": "string",
              "description": "Site the other install has read, for people.",
              "maxLength": 2000
            }
          }
        }
      }
    }
  }
};
