/**
 * What git can use of the operator's environment.
 *
 * A source from the operator's own manifest or command line uses the operator's Git configuration, credential helpers and
 * SSH keys, as `git clone` does. A source that came over HTTP uses none of these, because any caller could otherwise read
 * the operator's private repositories. A run with its own credentials uses none of these either.
 */
export interface EnvironmentOptions {
  trusted: boolean;
  /** The process's environment. */
  env: NodeJS.ProcessEnv;
  /** An empty folder, used as the home folder of untrusted sources. */
  home: string;
  /** Value of the Authorization header. */
  header?: string;
  /** The ssh command, with its key. */
  sshCommand?: string;
}

// Other variables are left out. GIT_DIR and others, which hooks set, would make git use another repository.
const shared = [
  'PATH',
  'TMPDIR',
  'SYSTEMROOT',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
];
const personal = [
  'HOME',
  'USER',
  'LOGNAME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'SSH_AUTH_SOCK',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_ASKPASS',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
];

/** Returns the environment of a git process. Credentials are here and not in arguments, which other users can see. */
export function gitEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { trusted, env, home, header, sshCommand } = options;
  const names = trusted ? [...shared, ...personal] : shared;
  const taken = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return {
    ...(Object.fromEntries(taken) as Record<string, string>),
    ...(!trusted && withoutOperator(home)),
    ...(header !== undefined && extraHeader(header)),
    ...(sshCommand !== undefined && { GIT_SSH_COMMAND: sshCommand }),
    // Messages are recognized by their English text.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Git must not fetch missing blobs by itself, with one request each (git 2.44 and later).
    GIT_NO_LAZY_FETCH: '1',
  };
}

function withoutOperator(home: string): Record<string, string> {
  return {
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}

function extraHeader(authorization: string): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

function configured(settings: string[]): string[] {
  return settings.flatMap((setting) => ['-c', setting]);
}

const quiet = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  // Large blobs are streamed instead of held in memory.
  'core.bigFileThreshold=1m',
];

/** Settings for reading a repository on this machine: no transport at all. */
export const localSettings: readonly string[] = configured([...quiet, 'protocol.allow=never']);

/** Settings for everything that goes over the network. They win over every configuration file. */
export const remoteSettings: readonly string[] = configured([
  ...quiet,
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.http.allow=always',
  'protocol.ssh.allow=always',
  'protocol.ext.allow=never',
  'protocol.file.allow=never',
  'protocol.version=2',
  // A redirect could lead to an address that was never checked, or to another project.
  'http.followRedirects=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'transfer.bundleURI=false',
  // Keeps every fetch in one pack, so that the growth of the pack can be measured.
  'fetch.unpackLimit=1',
  // Offers the server no commits, so that one round trip is enough.
  'fetch.negotiationAlgorithm=noop',
]);
