// Made by `npm run gen` from src/api/openapi. Do not edit.

/**
 * Tags and branches to read besides, each a version of its own
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
 * Names of the integrations that its members' libraries may be read with, such as git/github.com; those that are left out are revoked
 *
 * @maxItems 100
 */
export type GrantedIntegrations = string[];
/**
 * Versions to take besides the default one, which is always taken; all that are served when absent
 *
 * @maxItems 50
 */
export type ExportedVersions = string[];
/**
 * The id of a library, all of whose versions are taken; or an object with its id and the versions to take
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
       * What tells it from others, such as the name of a person or a machine
       */
      name: string;
      /**
       * member (when absent) for a person or a program, admin for a person who manages the install
       */
      role?: "member" | "admin";
      /**
       * Whose private libraries it sees; `default` when absent
       */
      teamspace?: string;
      /**
       * A member of the teamspace whom it belongs to; it ends when they leave. Nobody when absent
       */
      userId?: string;
      /**
       * When it ends by itself; never when absent
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
       * A branch or tag that the library already serves; all of its versions are read again
       */
      branch?: string;
      /**
       * Access token of a private repository, `user:token` where the host wants a user of its own. Kept in a Secret that only the
       * library's runs are given; nothing answers it again.
       *
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
    body: NewLibrarySpec;
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
  getSession: {
    body: undefined;
    query: {};
    path: {};
  };
  signIn: {
    body: {
      /**
       * An API key, or the operator token
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
       * The id when absent
       */
      name?: string;
      /**
       * enterprise when absent
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
       * Owners and admins manage members, projects and policies; owners also the owners
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
       * The id when absent
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
       * The id when absent
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
       * What may be spent in a month, null for no limit; 0 lets nothing through that costs something
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
   * An https, ssh or scp-like URL, or `owner/repo` of GitHub; a page of a branch's folder names branch and folder
   */
  docsRepoUrl: string;
  /**
   * Access token of a private repository, `user:token` where the host wants a user of its own. Kept in a Secret that only the
   * library's runs are given; nothing answers it again.
   *
   */
  gitToken?: string;
  /**
   * For the teamspace alone. True where gitToken is given and this is not.
   */
  private?: boolean;
  /**
   * Also reads doc comments and signatures of source files
   */
  generateDocs?: boolean;
  /**
   * Taken and without effect; Lectern reads the versions it is told to
   */
  skipVersionFiltering?: boolean;
  title?: string;
  description?: string;
  /**
   * The repository's default branch when absent
   */
  branch?: string;
  versions?: VersionList;
  folders?: FolderList;
  excludeFolders?: FolderList;
  excludeFiles?: FileList;
  /**
   * Id of the teamspace's project that the library is for
   */
  projectId?: string;
  /**
   * A library that is there already, from the same place, is read again instead of refused
   */
  force?: boolean;
}
export interface AddWebsite {
  /**
   * Where the crawl begins
   */
  websiteUrl: string;
  /**
   * Only pages at this URL or below it are read; otherwise those under the host and folder of websiteUrl
   */
  websiteBaseUrl?: string;
  /**
   * 100 when absent
   */
  maxPages?: number;
  /**
   * 3 when absent
   */
  maxDepth?: number;
  excludePatterns?: FileList;
  title?: string;
  description?: string;
  /**
   * A library that is there already, from the same place, is read again instead of refused
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
   * A library that is there already, from the same place, is read again instead of refused
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
   * A library that is there already, from the same place, is read again instead of refused
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
   * The whole space when absent
   *
   * @maxItems 1000
   */
  pageIds?: string[];
  title?: string;
  description?: string;
  /**
   * Id of the teamspace's project that the library is for
   */
  projectId?: string;
  /**
   * A library that is there already, from the same place, is read again instead of refused
   */
  force?: boolean;
}
export interface AddPages {
  workspaceId?: string;
  workspaceName?: string;
  /**
   * Ids or URLs of pages; the pages below them are read too
   *
   * @minItems 1
   * @maxItems 500
   */
  pageIds: string[];
  title?: string;
  description?: string;
  /**
   * Id of the teamspace's project that the library is for
   */
  projectId?: string;
  /**
   * A library that is there already, from the same place, is read again instead of refused
   */
  force?: boolean;
}
export interface GitopsChange {
  /**
   * Syncs at start, by schedule and by push; a sync on request is made either way
   */
  enabled?: boolean;
  /**
   * An https, ssh or scp-like URL without credentials. '' keeps a manifest that is a file or ConfigMap
   */
  repoUrl?: string;
  /**
   * '' is repos.yaml
   */
  path?: string;
  /**
   * Branch or tag; '' is the repository's default branch
   */
  branch?: string;
  /**
   * Five cron fields in UTC, every-5-minutes, every-15-minutes, hourly, daily, or manual for none
   */
  schedule?: string;
  /**
   * Delete libraries that the manifest no longer lists
   */
  prune?: boolean;
}
/**
 * What to index and under which id.
 */
export interface NewLibrarySpec {
  /**
   * URL path of the library, /owner/name. It never changes; a moved library lists its old ids in formerIds.
   */
  id?: string;
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
   * For admins; also of a library that a manifest made
   */
  publishCredentialed?: boolean;
  ownerRules?: "allow" | "ignore";
  suspend?: boolean;
  refresh?: {
    schedule?: string;
    interval?: string;
  } | null;
  timeout?: string | null;
  /**
   * Only those of the library's own type of source
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
   * Required, unless url is given
   */
  repoUrl?: string;
  /**
   * Another name of repoUrl
   */
  url?: string;
  /**
   * Access token of a private repository, `user:token` where the host wants a user of its own. Kept in a Secret that only the
   * library's runs are given; nothing answers it again.
   *
   */
  gitToken?: string;
  branch?: string;
  folders?: FolderList;
  excludeFolders?: FolderList;
  excludeFiles?: FileList;
  /**
   * A library that is there already, from the same place, is read again instead of refused
   */
  force?: boolean;
}
export interface ParseWebsite {
  /**
   * Where the crawl begins
   */
  websiteUrl: string;
  /**
   * Only pages at this URL or below it are read; otherwise those under the host and folder of websiteUrl
   */
  websiteBaseUrl?: string;
  /**
   * 100 when absent
   */
  maxPages?: number;
  /**
   * 3 when absent
   */
  maxDepth?: number;
  excludePatterns?: FileList;
  title?: string;
  description?: string;
  /**
   * A library that is there already, from the same place, is read again instead of refused
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
   * A library that is there already, from the same place, is read again instead of refused
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
     * quality asks for thresholds, select for names; null for neither
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
        allowedLicenses?: LicencesPatch;
      };
    };
    select?: {
      allowedLibraries?: NamesPatch;
    };
  };
}
/**
 * clear empties the list first
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
export interface LicencesPatch {
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
 * The type, and what the operation that adds such a source takes
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
