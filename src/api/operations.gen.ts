// Made by `npm run gen` from src/api/openapi. Do not edit.
import type {LibrarySpec} from "../resources/library.gen.ts";

/**
 * Further tags and branches. Each one becomes a version
 *
 * @maxItems 50
 */
export type VersionList = string[];
/**
 * @maxItems 50
 */
export type FolderList = string[];
/**
 * @maxItems 100
 */
export type FileList = string[];
/**
 * Languages to read, such as en or zh-CN, of documents that exist in several
 *
 * @maxItems 20
 */
export type LocaleList = string[];
/**
 * Integrations that the libraries of the teamspace's members may use, such as git/github.com. Omitted ones are revoked
 *
 * @maxItems 100
 */
export type GrantedIntegrations = string[];
/**
 * Versions to export besides the default one, which is always included. Default: all served versions
 *
 * @maxItems 50
 */
export type ExportedVersions = string[];
/**
 * A library id, which exports all versions, or an object with an id and versions
 */
export type ExportedLibrary =
  | string
  | {
      library: string;
      versions?: ExportedVersions;
    };

export interface OperationTypes {
  addGithubRepository: {
    body: AddRepository;
    query: {};
    path: {};
  };
  addGitlabRepository: {
    body: AddRepository;
    query: {};
    path: {};
  };
  addBitbucketRepository: {
    body: AddRepository;
    query: {};
    path: {};
  };
  addGitRepository: {
    body: AddRepository;
    query: {};
    path: {};
  };
  addWebsite: {
    body: AddWebsite;
    query: {};
    path: {};
  };
  addLlmstxt: {
    body: AddLlmstxt;
    query: {};
    path: {};
  };
  addOpenapi: {
    body: AddOpenapi;
    query: {};
    path: {};
  };
  addOpenapiUpload: {
    body: undefined;
    query: {};
    path: {};
  };
  addWiki: {
    body: AddWiki;
    query: {};
    path: {};
  };
  addConfluence: {
    body: AddWiki;
    query: {};
    path: {};
  };
  addPages: {
    body: AddPages;
    query: {};
    path: {};
  };
  addNotion: {
    body: AddPages;
    query: {};
    path: {};
  };
  searchLibraries: {
    body: undefined;
    query: {
      libraryName: string;
      query: string;
      fast: "true" | "false";
      project: string;
    };
    path: {};
  };
  getContext: {
    body: undefined;
    query: {
      libraryId: string;
      query: string;
      type: "json" | "txt";
      fast: "true" | "false";
      tokens: number;
      project: string;
    };
    path: {};
  };
  listClients: {
    body: undefined;
    query: {
      url: string;
    };
    path: {};
  };
  events: {
    body: undefined;
    query: {};
    path: {};
  };
  gitopsStatus: {
    body: undefined;
    query: {};
    path: {};
  };
  configureGitops: {
    body: GitopsChange;
    query: {};
    path: {};
  };
  validateGitops: {
    body: GitopsChange;
    query: {
      manifest: "true" | "false";
    };
    path: {};
  };
  reconcileGitops: {
    body: undefined;
    query: {};
    path: {};
  };
  listIntegrations: {
    body: undefined;
    query: {};
    path: {};
  };
  putIntegration: {
    body: {
      [k: string]: string;
    };
    query: {};
    path: {
      name: string;
    };
  };
  deleteIntegration: {
    body: undefined;
    query: {};
    path: {
      name: string;
    };
  };
  testIntegration: {
    body: undefined;
    query: {};
    path: {
      name: string;
    };
  };
  listKeys: {
    body: undefined;
    query: {};
    path: {};
  };
  createKey: {
    body: {
      /**
       * Name of the key, such as the name of a person or a machine
       */
      name: string;
      /**
       * member is for a person or a program, admin for a person who manages the install. Default: member
       */
      role?: "member" | "admin";
      /**
       * Teamspace whose private libraries the key can read. Default: `default`
       */
      teamspace?: string;
      /**
       * Owner of the key, a member of the teamspace. The key ends when the owner leaves. Default: no owner
       */
      userId?: string;
      /**
       * Time of expiry. Default: never
       */
      expiresAt?: string;
    };
    query: {};
    path: {};
  };
  revokeKey: {
    body: undefined;
    query: {};
    path: {
      keyId: string;
    };
  };
  refreshLibrary: {
    body: {
      /**
       * Id of the library
       */
      libraryName: string;
      /**
       * A tag or branch that the library serves. The run reads all versions
       */
      branch?: string;
      /**
       * Access token of a private repository, or `user:token` if the host requires a certain user. Lectern stores it in a Secret for the library's runs and never returns it.
       */
      gitToken?: string;
    };
    query: {};
    path: {};
  };
  cancelRun: {
    body: {
      /**
       * Id of the library
       */
      libraryName: string;
    };
    query: {};
    path: {};
  };
  listLibraries: {
    body: undefined;
    query: {
      search: string;
      state: string;
      source: "git" | "website" | "llmstxt" | "openapi" | "wiki" | "pages" | "import";
      active: "true" | "false";
      sort:
        | "id"
        | "title"
        | "state"
        | "versions"
        | "snippets"
        | "tokens"
        | "stars"
        | "trust"
        | "benchmark"
        | "updated"
        | "run";
      order: "asc" | "desc";
      limit: number;
      offset: number;
    };
    path: {};
  };
  addLibrary: {
    body: Omit<LibrarySpec, "id"> & Partial<Pick<LibrarySpec, "id">>;
    query: {};
    path: {};
  };
  benchmarkLibrary: {
    body: undefined;
    query: {
      id: string;
    };
    path: {};
  };
  getLibrary: {
    body: undefined;
    query: {
      id: string;
    };
    path: {};
  };
  deleteLibrary: {
    body: undefined;
    query: {
      id: string;
    };
    path: {};
  };
  listSnippets: {
    body: undefined;
    query: {
      id: string;
      version: string;
      search: string;
      path: string;
      flagged: "true" | "false";
      after: string;
      limit: number;
    };
    path: {};
  };
  getLibrarySettings: {
    body: undefined;
    query: {
      id: string;
    };
    path: {};
  };
  changeLibrary: {
    body: LibraryChange;
    query: {
      id: string;
    };
    path: {};
  };
  health: {
    body: undefined;
    query: {};
    path: {};
  };
  ready: {
    body: undefined;
    query: {};
    path: {};
  };
  mcpAuth: {
    body: undefined;
    query: {};
    path: {};
  };
  openapi: {
    body: undefined;
    query: {};
    path: {};
  };
  metrics: {
    body: undefined;
    query: {};
    path: {};
  };
  overview: {
    body: undefined;
    query: {};
    path: {};
  };
  testModels: {
    body: undefined;
    query: {};
    path: {};
  };
  parse: {
    body: ParseRepository;
    query: {};
    path: {};
  };
  parseWebsite: {
    body: ParseWebsite;
    query: {};
    path: {};
  };
  parseOpenapi: {
    body: ParseOpenapi;
    query: {};
    path: {};
  };
  parseOpenapiUpload: {
    body: undefined;
    query: {};
    path: {};
  };
  parseStatus: {
    body: undefined;
    query: {};
    path: {};
  };
  refreshProject: {
    body: undefined;
    query: {};
    path: {
      projectId: string;
    };
  };
  getPolicies: {
    body: undefined;
    query: {
      teamspace: string;
    };
    path: {};
  };
  changePolicies: {
    body: PoliciesPatch;
    query: {
      teamspace: string;
    };
    path: {};
  };
  previewPolicies: {
    body: PoliciesPatch;
    query: {
      teamspace: string;
      limit: number;
    };
    path: {};
  };
  previewAdding: {
    body: PreviewRequest;
    query: {};
    path: {};
  };
  listCodeProjects: {
    body: undefined;
    query: {};
    path: {};
  };
  getCodeProject: {
    body: undefined;
    query: {};
    path: {
      project: string;
    };
  };
  putCodeProject: {
    body: {
      /**
       * Where the folder is. Another folder cannot replace the project
       */
      origin: string;
      /**
       * true changes nothing and returns what would change
       */
      dryRun?: boolean;
      /**
       * @maxItems 250
       */
      dependencies: GivenDependency[];
    };
    query: {};
    path: {
      project: string;
    };
  };
  deleteCodeProject: {
    body: undefined;
    query: {};
    path: {
      project: string;
    };
  };
  getSession: {
    body: undefined;
    query: {};
    path: {};
  };
  signIn: {
    body: {
      /**
       * An API key or the operator token
       */
      key: string;
    };
    query: {};
    path: {};
  };
  signOut: {
    body: undefined;
    query: {};
    path: {};
  };
  signInByLink: {
    body: {
      /**
       * The token of the link
       */
      token: string;
    };
    query: {};
    path: {};
  };
  makeSignInLink: {
    body: undefined;
    query: {};
    path: {};
  };
  beginOidc: {
    body: undefined;
    query: {
      to: string;
    };
    path: {};
  };
  endOidc: {
    body: undefined;
    query: {
      code: string;
      state: string;
      iss: string;
      session_state: string;
      error: string;
      error_description: string;
    };
    path: {};
  };
  listTeamspaces: {
    body: undefined;
    query: {};
    path: {};
  };
  createTeamspace: {
    body: {
      id: string;
      /**
       * Display name. Default: the id
       */
      name?: string;
      /**
       * Plan. Default: enterprise
       */
      plan?: "free" | "pro" | "enterprise";
      integrations?: GrantedIntegrations;
    };
    query: {};
    path: {};
  };
  getTeamspace: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
    };
  };
  changeTeamspace: {
    body: {
      name?: string;
      /**
       * free has no private libraries
       */
      plan?: "free" | "pro" | "enterprise";
      integrations?: GrantedIntegrations;
    };
    query: {};
    path: {
      teamspace: string;
    };
  };
  deleteTeamspace: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
    };
  };
  listMembers: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
    };
  };
  putMember: {
    body: {
      /**
       * Owners and admins manage members, projects and policies. Owners also manage owners
       */
      role: "owner" | "admin" | "member";
    };
    query: {};
    path: {
      teamspace: string;
      userId: string;
    };
  };
  removeMember: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
      userId: string;
    };
  };
  listProjects: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
    };
  };
  createProject: {
    body: {
      id: string;
      /**
       * Display name. Default: the id
       */
      name?: string;
    };
    query: {};
    path: {
      teamspace: string;
    };
  };
  deleteProject: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
      projectId: string;
    };
  };
  listUsers: {
    body: undefined;
    query: {};
    path: {};
  };
  createUser: {
    body: {
      id: string;
      /**
       * Display name. Default: the id
       */
      name?: string;
      email?: string;
    };
    query: {};
    path: {};
  };
  getUser: {
    body: undefined;
    query: {};
    path: {
      userId: string;
    };
  };
  deleteUser: {
    body: undefined;
    query: {};
    path: {
      userId: string;
    };
  };
  exportLibrary: {
    body: {
      library: string;
      versions?: ExportedVersions;
    };
    query: {};
    path: {};
  };
  exportLibraries: {
    body: {
      /**
       * @minItems 1
       * @maxItems 50
       */
      libraries: ExportedLibrary[];
    };
    query: {};
    path: {};
  };
  importLibraries: {
    body: undefined;
    query: {
      force: "true" | "false";
    };
    path: {};
  };
  libraryMetrics: {
    body: undefined;
    query: {
      libraryId: string;
      days: number;
    };
    path: {};
  };
  usage: {
    body: undefined;
    query: {
      teamspace: string;
      days: number;
    };
    path: {};
  };
  getSpending: {
    body: undefined;
    query: {};
    path: {
      teamspace: string;
    };
  };
  putSpending: {
    body: {
      /**
       * Monthly limit. null means no limit; 0 refuses every request with a price
       */
      limit: number | null;
    };
    query: {};
    path: {
      teamspace: string;
    };
  };
  githubWebhook: {
    body: undefined;
    query: {};
    path: {};
  };
  githubWebhookAlias: {
    body: undefined;
    query: {};
    path: {};
  };
  gitlabWebhook: {
    body: undefined;
    query: {};
    path: {};
  };
  giteaWebhook: {
    body: undefined;
    query: {};
    path: {};
  };
  bitbucketWebhook: {
    body: undefined;
    query: {};
    path: {};
  };
}
export interface AddRepository {
  /**
   * An https, ssh or scp-like URL, or `owner/repo` for GitHub. The URL of a folder's page sets the branch and the folder
   */
  docsRepoUrl: string;
  /**
   * Access token of a private repository, or `user:token` if the host requires a certain user. Lectern stores it in a Secret for the library's runs and never returns it.
   */
  gitToken?: string;
  /**
   * Whether only the teamspace can read the library. Default: true if gitToken is set
   */
  private?: boolean;
  /**
   * Also indexes doc comments and signatures of source files
   */
  generateDocs?: boolean;
  /**
   * Accepted, but has no effect. Set `versions` instead
   */
  skipVersionFiltering?: boolean;
  title?: string;
  description?: string;
  /**
   * Branch. Default: the repository's default branch
   */
  branch?: string;
  versions?: VersionList;
  folders?: FolderList;
  excludeFolders?: FolderList;
  excludeFiles?: FileList;
  locales?: LocaleList;
  /**
   * Id of a project of the teamspace
   */
  projectId?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface AddWebsite {
  /**
   * Start of the crawl
   */
  websiteUrl: string;
  /**
   * Limits the crawl to this URL and the pages below it. websiteUrl must be one of them. Default: the host and folder of websiteUrl
   */
  websiteBaseUrl?: string;
  /**
   * Maximum number of pages. Default: 100
   */
  maxPages?: number;
  /**
   * Maximum depth of links. Default: 3
   */
  maxDepth?: number;
  excludePatterns?: FileList;
  title?: string;
  description?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface AddLlmstxt {
  /**
   * URL of an llms.txt, llms-full.txt or llms-small.txt file
   */
  llmstxtUrl: string;
  title?: string;
  description?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface AddOpenapi {
  /**
   * URL of the description
   */
  openApiUrl: string;
  title?: string;
  description?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface AddWiki {
  /**
   * URL of the wiki
   */
  siteUrl: string;
  cloudId?: string;
  spaceKey: string;
  spaceName?: string;
  /**
   * Ids of pages. Default: the whole space
   *
   * @maxItems 1000
   */
  pageIds?: string[];
  title?: string;
  description?: string;
  /**
   * Id of a project of the teamspace
   */
  projectId?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface AddPages {
  workspaceId?: string;
  workspaceName?: string;
  /**
   * Ids or URLs of pages. Pages below them are included
   *
   * @minItems 1
   * @maxItems 500
   */
  pageIds: string[];
  title?: string;
  description?: string;
  /**
   * Id of a project of the teamspace
   */
  projectId?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface GitopsChange {
  /**
   * Whether syncs run at start, by schedule and by push. Requested syncs always run
   */
  enabled?: boolean;
  /**
   * An https, ssh or scp-like URL without credentials. '' keeps a manifest in a file or ConfigMap
   */
  repoUrl?: string;
  /**
   * '' means repos.yaml
   */
  path?: string;
  /**
   * Branch or tag. '' means the repository's default branch
   */
  branch?: string;
  /**
   * Five cron fields in UTC, every-5-minutes, every-15-minutes, hourly, daily, or manual for no schedule
   */
  schedule?: string;
  /**
   * Whether to delete libraries that the manifest no longer names
   */
  prune?: boolean;
}
export interface LibraryChange {
  title?: string | null;
  description?: string | null;
  /**
   * @maxItems 1000
   */
  aliases?: string[] | null;
  /**
   * @maxItems 1000
   */
  versions?: string[] | null;
  visibility?: "public" | "private";
  /**
   * Only for admins. Also works for a library from a manifest
   */
  publishCredentialed?: boolean;
  ownerRules?: "allow" | "ignore";
  suspend?: boolean;
  refresh?: {
    /**
     * Five cron fields in UTC, or @hourly, @daily, @weekly or @monthly
     */
    schedule?: string;
    /**
     * Duration such as 90m, 12h or 7d
     */
    interval?: string;
    /**
     * Lets the interval grow up to this duration, to a tenth of the time for which the content has not changed
     */
    maxInterval?: string;
  } | null;
  timeout?: string | null;
  /**
   * Only fields of the library's type of source
   */
  source?: {
    branch?: string | null;
    /**
     * @maxItems 1000
     */
    folders?: string[] | null;
    /**
     * @maxItems 1000
     */
    excludeFolders?: string[] | null;
    /**
     * @maxItems 1000
     */
    excludeFiles?: string[] | null;
    /**
     * @maxItems 1000
     */
    locales?: string[] | null;
    indexSourceCode?: boolean | null;
    maxPages?: number | null;
    maxDepth?: number | null;
    /**
     * @maxItems 1000
     */
    excludePatterns?: string[] | null;
    /**
     * @maxItems 1000
     */
    pageIds?: string[] | null;
    includeSubPages?: boolean | null;
  };
}
export interface ParseRepository {
  /**
   * Required unless url is set
   */
  repoUrl?: string;
  /**
   * Alias of repoUrl
   */
  url?: string;
  /**
   * Access token of a private repository, or `user:token` if the host requires a certain user. Lectern stores it in a Secret for the library's runs and never returns it.
   */
  gitToken?: string;
  branch?: string;
  folders?: FolderList;
  excludeFolders?: FolderList;
  excludeFiles?: FileList;
  locales?: LocaleList;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
}
export interface ParseWebsite {
  /**
   * Start of the crawl
   */
  websiteUrl: string;
  /**
   * Limits the crawl to this URL and the pages below it. websiteUrl must be one of them. Default: the host and folder of websiteUrl
   */
  websiteBaseUrl?: string;
  /**
   * Maximum number of pages. Default: 100
   */
  maxPages?: number;
  /**
   * Maximum depth of links. Default: 3
   */
  maxDepth?: number;
  excludePatterns?: FileList;
  title?: string;
  description?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
  projectTitle?: string;
}
export interface ParseOpenapi {
  /**
   * URL of the description
   */
  openApiUrl: string;
  title?: string;
  description?: string;
  /**
   * Indexes an existing library from the same source again, instead of refusing the request
   */
  force?: boolean;
  projectTitle?: string;
}
export interface PoliciesPatch {
  sourceTypes?: {
    enable?: ("public_repos" | "private_sources" | "confluence" | "uploaded_files" | "websites" | "llmstxt")[];
    disable?: ("public_repos" | "private_sources" | "confluence" | "uploaded_files" | "websites" | "llmstxt")[];
  };
  libraryFilters?: {
    /**
     * quality filters by thresholds, select by names. null applies no filter
     */
    mode?: "quality" | "select" | null;
    quality?: {
      requireVerified?: boolean;
      minTrustScore?: number | null;
      maxAgeDays?: number | null;
      blockedLibraries?: NamesPatch;
      exceptedLibraries?: NamesPatch;
      repoFilters?: {
        minStars?: number | null;
        allowedLicenses?: LicensesPatch;
      };
    };
    select?: {
      allowedLibraries?: NamesPatch;
    };
  };
}
/**
 * clear empties the list before other changes
 */
export interface NamesPatch {
  /**
   * @maxItems 1000
   *
   * Items: `/owner/name`, `/owner`, or the domain of a website
   */
  add?: string[];
  /**
   * @maxItems 1000
   *
   * Items: `/owner/name`, `/owner`, or the domain of a website
   */
  remove?: string[];
  clear?: boolean;
}
export interface LicensesPatch {
  /**
   * @maxItems 1000
   */
  add?: string[];
  /**
   * @maxItems 1000
   */
  remove?: string[];
  clear?: boolean;
}
/**
 * The type of the source, and the operation that adds it
 */
export interface PreviewRequest {
  type: "github" | "gitlab" | "bitbucket" | "git" | "website" | "llmstxt" | "openapi" | "wiki" | "pages";
  docsRepoUrl?: string;
  websiteUrl?: string;
  llmstxtUrl?: string;
  openApiUrl?: string;
  siteUrl?: string;
  [k: string]: unknown;
}
export interface GivenDependency {
  ecosystem: "npm" | "pypi" | "go" | "cargo" | "maven" | "rubygems" | "packagist" | "nuget" | "pub" | "hex";
  /**
   * Name of the package
   */
  name: string;
  /**
   * Version in use; empty if the project names none
   */
  version: string;
  /**
   * true if only development needs the package
   */
  dev: boolean;
  /**
   * How the documentation was found: a tag of exactly the version; the installed copy of exactly the version; the nearest tag,
   * because a person asked for it; or not at all
   *
   */
  state: "tag" | "installed" | "nearest" | "missing";
  /**
   * Address of its Git repository
   */
  repository?: string;
  /**
   * Tag of the version
   */
  ref?: string;
  /**
   * Folder of the package in the repository
   */
  folder?: string;
  /**
   * Absolute path of the installed package; for the operator only
   */
  installed?: string;
  /**
   * The nearest tag
   */
  nearest?: string;
  /**
   * Why there is no documentation of exactly this version
   */
  note?: string;
}
