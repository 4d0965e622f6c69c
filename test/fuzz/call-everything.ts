import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { schemathesis } from '../stack/schemathesis.ts';

/** What every answer is checked for; whatever fails names the request as a command of curl. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'negative_data_rejection',
  'ignored_auth',
];

const webhookSecret = 'the secret of the webhooks of this install';

/** Milliseconds that installing the fuzzer, or a run of it, may take. */
export const patience = 600_000;

/**
 * Environment that keeps a process which fetches sources and manifests on this machine: what is made up here may be the
 * name of somebody.
 */
export const offline = {
  NODE_OPTIONS: [
    process.env['NODE_OPTIONS'],
    `--import=${join(import.meta.dirname, 'loopback-only.ts')}`,
  ]
    .filter(Boolean)
    .join(' '),
  // Nothing listens there.
  https_proxy: 'http://127.0.0.1:1',
  http_proxy: 'http://127.0.0.1:1',
  LECTERN_REQUEST_TIMEOUT_MS: '1000',
};

/** An install without which operations would refuse all that they are asked. */
interface FuzzedInstall {
  /** Environment that the process which answers is started with. */
  env: Record<string, string>;
  license: string;
}

/** Settings of an install: an offline license, and webhooks. */
export async function fuzzedInstall(): Promise<FuzzedInstall> {
  const { privateKey, publicKey } = await generateLicenseKeys();
  const issuedAt = new Date().toISOString();
  const license = await issueLicense({ holder: 'Acme', offline: true, issuedAt }, privateKey);
  return {
    env: {
      LECTERN_WEBHOOK_SECRET: webhookSecret,
      LECTERN_LICENSE: license,
      LECTERN_LICENSE_PUBLIC_KEY: publicKey,
    },
    license,
  };
}

/**
 * Calls every operation of a server that has /acme/handbook, as described and otherwise; `token` is the operator's. Gives
 * what the fuzzer printed if a request failed the server or was answered as nothing describes, and nothing if none was.
 */
export async function callEverything(
  url: string,
  { token, license }: { token: string; license: string },
): Promise<string> {
  // A manifest that cannot be had, so that there is one to sync.
  const setUp = await fetch(`${url}/api/gitops/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repoUrl: 'https://docs.example/manifest.git', schedule: 'manual' }),
  });
  // A server that does not know the token would refuse everything, just as described.
  if (!setUp.ok) throw new Error(`the manifest was answered with ${setUp.status}`);
  const env = { FUZZ_KEY: token, FUZZ_LICENSE: license, FUZZ_WEBHOOK_SECRET: webhookSecret };
  // Questions first while they have an answer, and again with all that strange requests have left behind.
  const questions = ['--include-operation-id-regex', '^(searchLibraries|getContext|getLibrary)$'];
  const found = [await runFuzzer(url, env, questions), await runFuzzer(url, env)];
  const { status } = await fetch(`${url}/api/ready`);
  return [...found, status === 200 ? '' : `afterwards /api/ready answers ${status}`].join('');
}

/** What it printed, unless everything was called and nothing found. */
async function runFuzzer(
  url: string,
  values: Record<string, string>,
  which: string[] = [],
): Promise<string> {
  const { command, args, env } = await schemathesis();
  const config = ['--config-file', join(import.meta.dirname, 'schemathesis.toml')];
  // The configuration has a seed of its own. Nightly runs set another one each time, and the fuzzer prints it.
  const seed = process.env['LECTERN_FUZZ_SEED'];
  const seeded = seed === undefined ? [] : ['--seed', seed];
  const what = ['run', `${url}/api/openapi.json`, '--no-color', '--checks', checks.join(',')];
  // It may leave files where it is run.
  const cwd = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
  try {
    const child = spawn(command, [...args, ...config, ...what, ...seeded, ...which], {
      // Its boxes are drawn in Unicode.
      env: { ...process.env, ...env, ...values, PYTHONIOENCODING: 'utf8' },
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return code === 0 && / \d{3,} generated/.test(printed) ? '' : printed;
  } finally {
    await rm(cwd, { recursive: true });
  }
}
