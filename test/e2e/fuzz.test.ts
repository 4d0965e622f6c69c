import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemathesis, type PythonProgram } from '../stack/schemathesis.ts';
import { RunningLectern, runLectern } from '../support/lectern.ts';

const fuzz = join(import.meta.dirname, '../fuzz');
const handbook = join(import.meta.dirname, '../fixtures/handbook');
const patience = 600_000;

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

const secret = 'the secret of the webhooks of this install';

let lectern: RunningLectern;
let fuzzer: PythonProgram;
let license: string;
let token: string;
beforeAll(async () => {
  fuzzer = await schemathesis();
  lectern = await RunningLectern.make();
  const issuer = join(lectern.data, 'issuer.pem');
  const { stdout: publicKey } = await runLectern(['license', 'keygen', '--out', issuer]);
  const issue = ['license', 'issue', '--key', issuer, '--holder', 'Acme', '--days', '1'];
  license = (await runLectern([...issue, '--offline'])).stdout.trim();
  const preload = `--import=${join(fuzz, 'loopback-only.ts')}`;
  await lectern.start(['--concurrency', '1'], {
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], preload].filter(Boolean).join(' '),
    // Nothing listens there.
    https_proxy: 'http://127.0.0.1:1',
    http_proxy: 'http://127.0.0.1:1',
    LECTERN_REQUEST_TIMEOUT_MS: '1000',
    LECTERN_WEBHOOK_SECRET: secret,
    LECTERN_LICENSE: license,
    LECTERN_LICENSE_PUBLIC_KEY: publicKey.trim(),
  });
  await lectern.run('add', handbook, '--id', '/acme/handbook', '--wait');
  token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
  // A manifest that cannot be had, so that there is one to sync.
  await fetch(`${lectern.url}/api/gitops/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repoUrl: 'https://docs.example/manifest.git', schedule: 'manual' }),
  });
}, patience);
afterAll(async () => lectern.remove());

it(
  'no request, as described or otherwise, fails the server or is answered as nothing describes',
  async () => {
    const { code, printed } = await callEverything();

    expect(code, printed).toBe(0);
    expect(printed).toMatch(/\d{4} generated/);
    expect((await fetch(`${lectern.url}/api/ready`)).status).toBe(200);
  },
  patience,
);

/** Runs the fuzzer over every operation; what it printed names each failing request as a command of curl. */
async function callEverything(): Promise<{ code: number; printed: string }> {
  const { command, args, env } = fuzzer;
  const config = ['--config-file', join(fuzz, 'schemathesis.toml')];
  const what = ['run', `${lectern.url}/api/openapi.json`, '--no-color'];
  const child = spawn(command, [...args, ...config, ...what, '--checks', checks.join(',')], {
    env: {
      ...process.env,
      ...env,
      FUZZ_KEY: token,
      FUZZ_LICENCE: license,
      FUZZ_WEBHOOK_SECRET: secret,
      // Its boxes are drawn in Unicode.
      PYTHONIOENCODING: 'utf8',
    },
    cwd: lectern.data,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number, printed };
}
