// Made by `npm run gen` from crds/lectern.dev_libraries.yaml. Do not edit.

/**
 * What to index and under which id.
 */
export interface LibrarySpec {
  /**
   * URL path of the library, /owner/name. It never changes. A moved library lists its old ids in formerIds.
   */
  id: string;
  /**
   * Display name. Default: the title of the source.
   */
  title?: string;
  /**
   * One or two sentences about the library. Default: the description of the source.
   */
  description?: string;
  /**
   * Other names that people search for, such as a package name or a scope (@org/name).
   *
   * @maxItems 50
   */
  aliases?: string[];
  /**
   * Earlier ids of the library. Lectern redirects requests for them to id.
   *
   * @maxItems 20
   */
  formerIds?: string[];
  /**
   * Tags and branches of a Git source to index besides the default branch. Each one is a version.
   *
   * @maxItems 50
   */
  versions?: string[];
  /**
   * Who can see the library. Default is public. A private library does not exist for callers without a key of its teamspace. Admins see all libraries.
   */
  visibility?: "public" | "private";
  /**
   * Lets everyone read and export a library whose source was read with a credential. Otherwise, such a library is private to its teamspace, whatever its visibility is. Outside of the namespace of the install, it must not be true while an integration of the install reads the source.
   */
  publishCredentialed?: boolean;
  /**
   * Teamspace of the library. For a private library, the default is the teamspace default.
   */
  teamspace?: string;
  /**
   * Whether answers contain the rules of the repository's own context7.json. Default is ignore.
   */
  ownerRules?: "allow" | "ignore";
  /**
   * Starts no runs of the library while this is true. Its content is still served.
   */
  suspend?: boolean;
  /**
   * Schedule on which Lectern reads the source again. Without it, Lectern reads the source only on request.
   */
  refresh?: {
    /**
     * Cron expression of five fields (minute hour day month weekday), in UTC, or @hourly, @daily, @weekly, @monthly.
     */
    schedule?: string;
    /**
     * Time between the end of a run and the next run, such as 90m, 12h or 7d. At least 1m.
     */
    interval?: string;
    /**
     * Lets the interval grow up to this, such as 30d, to a tenth of the time for which the content has not changed.
     */
    maxInterval?: string;
  };
  /**
   * Secret of the same namespace with the credentials of the source (username and password, bearerToken, or identity and known_hosts for ssh; the keys of the wiki or pages integration for those).
   */
  secretRef?: {
    /**
     * Name of the Secret. The Secret of the integrations is not allowed.
     */
    name: string;
  };
  /**
   * Project of the teamspace to which the library belongs.
   */
  projectRef?: {
    /**
     * Id of the project.
     */
    name: string;
  };
  /**
   * Maximum duration of a run, such as 30m or 2h. Default is 6h.
   */
  timeout?: string;
  /**
   * Requests and limits of the run's container. They override those of the install. The setting maxRunResources limits them.
   */
  resources?: {
    /**
     * Resources that are reserved for the run.
     */
    requests?: {
      [k: string]: string;
    };
    /**
     * Maximum resources of the run.
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
       * An https, ssh or scp-like URL, or a local path if the operator allows it.
       */
      url: string;
      /**
       * Branch or tag to read. If absent or empty, Lectern reads the repository's default branch.
       */
      branch?: string;
      /**
       * Folders to read. Lectern also reads Markdown at the root.
       *
       * @maxItems 50
       */
      folders?: string[];
      /**
       * Folders to leave out. A plain name matches at any depth, and ./name only at the root. Globs are allowed. Replaces the default list.
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
       * Languages to read, such as en or zh-CN, of documents that exist in several languages. Default is English, or the original language if there is no English document.
       *
       * @maxItems 20
       */
      locales?: string[];
      /**
       * Also reads doc comments and signatures of source files. If false, Lectern reads them only if a repository has no documentation.
       */
      indexSourceCode?: boolean;
    };
    /**
     * A website, crawled from a start URL within its host and path.
     */
    website?: {
      /**
       * Start URL. Lectern reads only pages under its host and path.
       */
      url: string;
      /**
       * Base URL. Lectern reads only this page and pages below it, instead of those under the host and path of url.
       */
      baseUrl?: string;
      /**
       * Maximum number of pages.
       */
      maxPages?: number;
      /**
       * Maximum number of links between the start URL and a page.
       */
      maxDepth?: number;
      /**
       * Globs of URL paths to leave out.
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
       * Maximum number of linked pages.
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
       * An uploaded description. Only an upload sets it, and Lectern cannot refresh it.
       */
      upload?: {
        /**
         * Name of the upload in Lectern's storage.
         */
        name: string;
        /**
         * Hash of the file in hexadecimal digits. Lectern refuses a file with another hash.
         */
        sha256: string;
        /**
         * Name of the file, which answers show as the source.
         */
        fileName: string;
      };
    };
    /**
     * A Confluence space, or some of its pages. Lectern reads it with the wiki integration of the install.
     */
    wiki?: {
      /**
       * URL of the site, such as https://example.atlassian.net or https://wiki.example.org/confluence. It must be the URL of the wiki integration.
       */
      siteUrl: string;
      /**
       * Id of a Cloud site. If the integration also has an id, the two must be equal.
       */
      cloudId?: string;
      /**
       * Key of the space. Lectern reads all current pages unless pageIds lists some.
       */
      spaceKey?: string;
      /**
       * Id of the space on Cloud. If absent, Lectern finds it by the key.
       */
      spaceId?: string;
      /**
       * Name of the space. It is the title of the library unless title is set.
       */
      spaceName?: string;
      /**
       * Ids of pages. Lectern reads only these pages.
       *
       * @maxItems 1000
       */
      pageIds?: string[];
      /**
       * Also reads the child pages of the pages in pageIds.
       */
      includeSubPages?: boolean;
    };
    /**
     * Pages of a Notion workspace with their child pages. Lectern reads them with the pages integration of the install.
     */
    pages?: {
      /**
       * Id of the workspace, for people. The integration decides which workspace Lectern reads.
       */
      workspaceId?: string;
      /**
       * Name of the workspace. It is the title of the library unless title is set.
       */
      workspaceName?: string;
      /**
       * Start pages. They must be shared with the integration.
       *
       * @minItems 1
       * @maxItems 500
       */
      pageIds: string[];
    };
    /**
     * The snippets of an export of another install. Only an import sets it, and Lectern cannot refresh it.
     */
    import?: {
      /**
       * Name of the upload in Lectern's storage.
       */
      upload: string;
      /**
       * Source that the other install has read.
       */
      type?: "repo" | "website" | "openapi";
      /**
       * Repository that the other install has read, for people.
       */
      docsRepoUrl?: string;
      /**
       * Site that the other install has read, for people.
       */
      docsSiteUrl?: string;
    };
  };
}

/**
 * Served content, and the result of the last run.
 */
export interface LibraryStatus {
  /**
   * initial (accepted, queued), processing, finalized, error or delete.
   */
  state?: "initial" | "processing" | "finalized" | "error" | "delete";
  /**
   * Generation of the spec that this status describes.
   */
  observedGeneration?: number;
  /**
   * Last handled value of the lectern.dev/requestedAt annotation.
   */
  lastHandledReconcileAt?: string;
  /**
   * Last handled value of the lectern.dev/cancelledAt annotation.
   */
  lastHandledCancelAt?: string;
  /**
   * Ready, Reconciling and Stalled, as kstatus reads them, Embedded, and VersionsFailed.
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
   * True if the library is an import. Lectern does not refresh imports.
   */
  imported?: boolean;
  /**
   * Title of the source. The title of the spec replaces it.
   */
  title?: string;
  /**
   * Description of the source. That of the spec replaces it.
   */
  description?: string;
  /**
   * Branch that Lectern has read.
   */
  branch?: string;
  /**
   * Credential with which the source was read. Unless it is none or spec.publishCredentialed is true, the library is private to its teamspace. Lectern sets it before a run gets a credential, and sets none after a run without one has read all that the library serves.
   */
  credential?: "none" | "url" | "secret" | "integration";
  /**
   * Served versions. The default version comes first and has the name ''.
   */
  versions?: {
    /**
     * Tag or branch; empty for the default.
     */
    name: string;
    /**
     * Indexed commit, ETag or content hash.
     */
    revision: string;
    /**
     * Number of served documents.
     */
    documents: number;
    /**
     * Number of served snippets.
     */
    snippets: number;
    /**
     * Tokens of all snippets.
     */
    tokens: number;
    /**
     * Time at which this content was activated.
     */
    updatedAt: string;
    /**
     * Embedding model of its vectors.
     */
    model?: string;
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
   * Inputs of trustScore.
   */
  trust?: {
    /**
     * Repository or site of the other fields.
     */
    origin: string;
    /**
     * Stars of the repository.
     */
    stars?: number;
    /**
     * Time of its creation.
     */
    createdAt?: string;
    /**
     * Time of its last change.
     */
    activeAt?: string;
    /**
     * Whether its owner has archived it.
     */
    archived?: boolean;
    /**
     * Whether it is a fork.
     */
    fork?: boolean;
    /**
     * License that the host reports.
     */
    license?: string;
    /**
     * Type of the owner.
     */
    owner?: "organization" | "user";
    /**
     * Whether the host has verified the organization.
     */
    verified?: boolean;
    /**
     * Whether Lectern reads the site over TLS.
     */
    tls?: boolean;
    /**
     * Whether the site has its own domain.
     */
    domain?: "own" | "shared" | "address";
    /**
     * Number of served pages of the site.
     */
    pages?: number;
  };
  /**
   * Findings in the documents of the default version.
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
   * Rules of the repository's own context7.json. Answers contain them if spec.ownerRules is allow.
   */
  ownerRules?: {
    /**
     * Number of valid rules.
     */
    found: number;
    /**
     * Number of rules in answers.
     */
    served: number;
  };
  /**
   * Time of the last change of the content.
   */
  lastUpdateDate?: string;
  /**
   * Percentage of the served snippets that questions find by meaning as well as by words. Absent on old libraries, where it is 100.
   */
  embeddedPercent?: number;
  /**
   * Number of failed runs since the last successful one.
   */
  failures?: number;
  /**
   * Time of the next scheduled run.
   */
  nextRefreshTime?: string;
  /**
   * The active or last indexing run.
   */
  run?: {
    /**
     * Unique name of the run.
     */
    id: string;
    /**
     * Phase of the run.
     */
    phase: "queued" | "fetching" | "indexing" | "activating" | "embedding" | "done" | "failed" | "cancelled";
    /**
     * Trigger of the run.
     */
    trigger?: "added" | "edit" | "request" | "schedule" | "retry" | "unfinished" | "vectors";
    /**
     * Version that the run reads.
     */
    version?: string;
    /**
     * Credential with which the run reads its source.
     */
    credential?: "none" | "url" | "secret" | "integration";
    /**
     * Time of the start.
     */
    startedAt: string;
    /**
     * Time of the end.
     */
    finishedAt?: string;
    /**
     * Number of documents to read, if known.
     */
    total?: number;
    /**
     * Number of read documents.
     */
    fetched: number;
    /**
     * Number of parsed or unchanged documents.
     */
    documents: number;
    /**
     * Number of snippets in these documents.
     */
    snippets: number;
    /**
     * Number of snippets with new vectors.
     */
    embedded: number;
    /**
     * Same as status.embeddedPercent while the run embeds.
     */
    embeddedPercent?: number;
    /**
     * Number of skipped documents.
     */
    skipped: number;
    /**
     * Reasons why documents were skipped. Only the first few.
     */
    warnings?: string[];
  };
  /**
   * The last finished runs, the newest first.
   *
   * @maxItems 10
   */
  runs?: {
    /**
     * Unique name of the run.
     */
    id: string;
    /**
     * Outcome.
     */
    outcome: "done" | "failed" | "cancelled";
    /**
     * Trigger of the run.
     */
    trigger?: "added" | "edit" | "request" | "schedule" | "retry" | "unfinished" | "vectors";
    /**
     * Credential with which the run read its source.
     */
    credential?: "none" | "url" | "secret" | "integration";
    /**
     * Time of the start.
     */
    startedAt: string;
    /**
     * Time of the end.
     */
    finishedAt: string;
    /**
     * Whether a successful run found changes.
     */
    changed?: boolean;
    /**
     * Version that the run read when it failed or was canceled. Absent for the default version.
     */
    version?: string;
    /**
     * PascalCase cause of a failure or cancellation.
     */
    reason?: string;
    /**
     * Explanation for people.
     */
    message?: string;
    /**
     * Number of parsed or unchanged documents.
     */
    documents: number;
    /**
     * Number of snippets in these documents.
     */
    snippets: number;
    /**
     * Number of snippets with new vectors.
     */
    embedded: number;
    /**
     * Number of skipped documents.
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
          "rule": "self.matches('^/?[.]*[^/.][^/]*(/[.]*[^/.][^/]*)*$')",
          "message": "must have more than dots in each of its names"
        },
        {
          "rule": "self == oldSelf",
          "message": "id never changes; delete this Library and make one with the new id that lists the old id in formerIds"
        }
      ],
      "description": "URL path of the library, /owner/name. It never changes. A moved library lists its old ids in formerIds.",
      "maxLength": 300,
      "pattern": "^/[^/@\\s\\x00-\\x1f]+/[^/@\\s\\x00-\\x1f]+$"
    },
    "title": {
      "type": "string",
      "description": "Display name. Default: the title of the source.",
      "maxLength": 200
    },
    "description": {
      "type": "string",
      "description": "One or two sentences about the library. Default: the description of the source.",
      "maxLength": 1000
    },
    "aliases": {
      "type": "array",
      "description": "Other names that people search for, such as a package name or a scope (@org/name).",
      "maxItems": 50,
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      }
    },
    "formerIds": {
      "type": "array",
      "description": "Earlier ids of the library. Lectern redirects requests for them to id.",
      "maxItems": 20,
      "items": {
        "type": "string",
        "maxLength": 300,
        "pattern": "^/[^/@\\s\\x00-\\x1f]+/[^/@\\s\\x00-\\x1f]+$",
        "x-kubernetes-validations": [
          {
            "rule": "self.matches('^/?[.]*[^/.][^/]*(/[.]*[^/.][^/]*)*$')",
            "message": "must have more than dots in each of its names"
          }
        ]
      }
    },
    "versions": {
      "type": "array",
      "description": "Tags and branches of a Git source to index besides the default branch. Each one is a version.",
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
      "description": "Who can see the library. Default is public. A private library does not exist for callers without a key of its teamspace. Admins see all libraries.",
      "enum": [
        "public",
        "private"
      ]
    },
    "publishCredentialed": {
      "type": "boolean",
      "description": "Lets everyone read and export a library whose source was read with a credential. Otherwise, such a library is private to its teamspace, whatever its visibility is. Outside of the namespace of the install, it must not be true while an integration of the install reads the source."
    },
    "teamspace": {
      "type": "string",
      "description": "Teamspace of the library. For a private library, the default is the teamspace default.",
      "maxLength": 63,
      "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"
    },
    "ownerRules": {
      "type": "string",
      "description": "Whether answers contain the rules of the repository's own context7.json. Default is ignore.",
      "enum": [
        "allow",
        "ignore"
      ]
    },
    "suspend": {
      "type": "boolean",
      "description": "Starts no runs of the library while this is true. Its content is still served."
    },
    "refresh": {
      "type": "object",
      "description": "Schedule on which Lectern reads the source again. Without it, Lectern reads the source only on request.",
      "x-kubernetes-validations": [
        {
          "rule": "[has(self.schedule), has(self.interval)].exists_one(one, one)",
          "message": "refresh must have exactly one of schedule and interval"
        },
        {
          "rule": "!has(self.maxInterval) || has(self.interval)",
          "message": "refresh.maxInterval needs refresh.interval"
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
          "description": "Time between the end of a run and the next run, such as 90m, 12h or 7d. At least 1m.",
          "maxLength": 20,
          "x-kubernetes-validations": [
            {
              "rule": "self.matches('^[1-9][0-9]{0,5}(m|h|d)$')",
              "message": "interval must be a whole number of minutes, hours or days such as 90m, 12h or 7d"
            }
          ]
        },
        "maxInterval": {
          "type": "string",
          "description": "Lets the interval grow up to this, such as 30d, to a tenth of the time for which the content has not changed.",
          "maxLength": 20,
          "x-kubernetes-validations": [
            {
              "rule": "self.matches('^[1-9][0-9]{0,5}(m|h|d)$')",
              "message": "maxInterval must be a whole number of minutes, hours or days such as 90m, 12h or 7d"
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
          "description": "Name of the Secret. The Secret of the integrations is not allowed.",
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
      "description": "Project of the teamspace to which the library belongs.",
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
      "description": "Maximum duration of a run, such as 30m or 2h. Default is 6h.",
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
      "description": "Requests and limits of the run's container. They override those of the install. The setting maxRunResources limits them.",
      "properties": {
        "requests": {
          "type": "object",
          "description": "Resources that are reserved for the run.",
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
          "description": "Maximum resources of the run.",
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
              "description": "An https, ssh or scp-like URL, or a local path if the operator allows it.",
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
              "description": "Branch or tag to read. If absent or empty, Lectern reads the repository's default branch.",
              "maxLength": 250
            },
            "folders": {
              "type": "array",
              "description": "Folders to read. Lectern also reads Markdown at the root.",
              "maxItems": 50,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "excludeFolders": {
              "type": "array",
              "description": "Folders to leave out. A plain name matches at any depth, and ./name only at the root. Globs are allowed. Replaces the default list.",
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
              "description": "Languages to read, such as en or zh-CN, of documents that exist in several languages. Default is English, or the original language if there is no English document.",
              "maxItems": 20,
              "items": {
                "type": "string",
                "pattern": "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$"
              }
            },
            "indexSourceCode": {
              "type": "boolean",
              "description": "Also reads doc comments and signatures of source files. If false, Lectern reads them only if a repository has no documentation."
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
              "description": "Start URL. Lectern reads only pages under its host and path.",
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
              "description": "Base URL. Lectern reads only this page and pages below it, instead of those under the host and path of url.",
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
              "description": "Maximum number of pages.",
              "minimum": 1,
              "maximum": 100000,
              "default": 100
            },
            "maxDepth": {
              "type": "integer",
              "description": "Maximum number of links between the start URL and a page.",
              "minimum": 0,
              "maximum": 100,
              "default": 3
            },
            "excludePatterns": {
              "type": "array",
              "description": "Globs of URL paths to leave out.",
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
              "description": "Maximum number of linked pages.",
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
              "description": "An uploaded description. Only an upload sets it, and Lectern cannot refresh it.",
              "required": [
                "name",
                "sha256",
                "fileName"
              ],
              "properties": {
                "name": {
                  "type": "string",
                  "description": "Name of the upload in Lectern's storage.",
                  "maxLength": 200,
                  "pattern": "^[a-z0-9][a-z0-9.-]*$"
                },
                "sha256": {
                  "type": "string",
                  "description": "Hash of the file in hexadecimal digits. Lectern refuses a file with another hash.",
                  "pattern": "^[0-9a-f]{64}$"
                },
                "fileName": {
                  "type": "string",
                  "description": "Name of the file, which answers show as the source.",
                  "minLength": 1,
                  "maxLength": 200
                }
              }
            }
          }
        },
        "wiki": {
          "type": "object",
          "description": "A Confluence space, or some of its pages. Lectern reads it with the wiki integration of the install.",
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
              "description": "URL of the site, such as https://example.atlassian.net or https://wiki.example.org/confluence. It must be the URL of the wiki integration.",
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
              "description": "Id of a Cloud site. If the integration also has an id, the two must be equal.",
              "maxLength": 100
            },
            "spaceKey": {
              "type": "string",
              "description": "Key of the space. Lectern reads all current pages unless pageIds lists some.",
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
              "description": "Id of the space on Cloud. If absent, Lectern finds it by the key.",
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
              "description": "Name of the space. It is the title of the library unless title is set.",
              "maxLength": 250
            },
            "pageIds": {
              "type": "array",
              "description": "Ids of pages. Lectern reads only these pages.",
              "maxItems": 1000,
              "items": {
                "type": "string",
                "maxLength": 20,
                "pattern": "^[0-9]+$"
              }
            },
            "includeSubPages": {
              "type": "boolean",
              "description": "Also reads the child pages of the pages in pageIds."
            }
          }
        },
        "pages": {
          "type": "object",
          "description": "Pages of a Notion workspace with their child pages. Lectern reads them with the pages integration of the install.",
          "required": [
            "pageIds"
          ],
          "properties": {
            "workspaceId": {
              "type": "string",
              "description": "Id of the workspace, for people. The integration decides which workspace Lectern reads.",
              "maxLength": 100
            },
            "workspaceName": {
              "type": "string",
              "description": "Name of the workspace. It is the title of the library unless title is set.",
              "maxLength": 250
            },
            "pageIds": {
              "type": "array",
              "description": "Start pages. They must be shared with the integration.",
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
          "description": "The snippets of an export of another install. Only an import sets it, and Lectern cannot refresh it.",
          "required": [
            "upload"
          ],
          "properties": {
            "upload": {
              "type": "string",
              "description": "Name of the upload in Lectern's storage.",
              "maxLength": 200,
              "pattern": "^[a-z0-9][a-z0-9.-]*$"
            },
            "type": {
              "type": "string",
              "description": "Source that the other install has read.",
              "enum": [
                "repo",
                "website",
                "openapi"
              ]
            },
            "docsRepoUrl": {
              "type": "string",
              "description": "Repository that the other install has read, for people.",
              "maxLength": 2000
            },
            "docsSiteUrl": {
              "type": "string",
              "description": "Site that the other install has read, for people.",
              "maxLength": 2000
            }
          }
        }
      }
    }
  }
};
