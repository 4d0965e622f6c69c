import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { schemathesis } from '../stack/schemathesis.ts';

/** The checks for every answer. If one fails, the fuzzer prints the request as a curl command. */
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

/** Maximum milliseconds to install the fuzzer, or for one run of it. */
export const patience = 600_000;

/**
 * Environment that keeps a server from connections to other machines. The fuzzer invents sources
 * and manifests, and their names can belong to somebody.
 */
export const offline = {
  NODE_OPTIONS: [
    process.env['NODE_OPTIONS'],
    `--import=${join(import.meta.dirname, 'loopback-only.ts')}`,
  ]
    .filter(Boolean)
    .join(' '),
  // No server listens there.
  https_proxy: 'http://127.0.0.1:1',
  http_proxy: 'http://127.0.0.1:1',
  LECTERN_REQUEST_TIMEOUT_MS: '1000',
};

/** Settings without which many operations would refuse every request. */
interface FuzzedInstall {
  /** Environment of the server. */
  env: Record<string, string>;
  license: string;
}

/** Returns the settings of an install with an offline license and webhooks. */
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
 * Calls every operation of a server with /acme/handbook, with valid and invalid requests. `token`
 * is the operator's. Returns the output of the fuzzer if a request failed in the server or had an
 * undocumented answer; '' otherwise.
 */
export async function callEverything(
  url: string,
  { token, license }: { token: string; license: string },
): Promise<string> {
  // A manifest that cannot be read, so that there is one to sync.
  const setUp = await fetch(`${url}/api/gitops/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repoUrl: 'https://docs.example/manifest.git', schedule: 'manual' }),
  });
  // A server that does not know the token would refuse every request, as documented.
  if (!setUp.ok) throw new Error(`the manifest was answered with ${setUp.status}`);
  const env = { FUZZ_KEY: token, FUZZ_LICENSE: license, FUZZ_WEBHOOK_SECRET: webhookSecret };
  // Sends the questions first, while they have answers. Later all operations run again, with the
  // data that invalid requests left.
  const questions = ['--include-operation-id-regex', '^(searchLibraries|getContext|getLibrary)$'];
  const found = [await runFuzzer(url, env, questions), await runFuzzer(url, env)];
  const { status } = await fetch(`${url}/api/ready`);
  return [...found, status === 200 ? '' : `afterwards /api/ready answers ${status}`].join('');
}

/** Runs the fuzzer. Returns its output, unless it called every operation and found no fault. */
async function runFuzzer(
  url: string,
  values: Record<string, string>,
  which: string[] = [],
): Promise<string> {
  const { command, args, env } = await schemathesis();
  const config = ['--config-file', join(import.meta.dirname, 'schemathesis.toml')];
  // The configuration has a fixed seed. Nightly runs set another one each time, and the fuzzer
  // prints it.
  const seed = process.env['LECTERN_FUZZ_SEED'];
  const seeded = seed === undefined ? [] : ['--seed', seed];
  const what = ['run', `${url}/api/openapi.json`, '--no-color', '--checks', checks.join(',')];
  // The fuzzer may leave files in its working directory.
  const cwd = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
  try {
    const child = spawn(command, [...args, ...config, ...what, ...seeded, ...which], {
      // The fuzzer draws boxes in Unicode.
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
