import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installClients, runProgram } from '../support/client-programs.ts';

/**
 * Scenarios of MCP's conformance suite that work with a server without test fixtures. The others
 * call tools, prompts and resources of a fixture (such as test_simple_text), or test features that
 * this server does not declare: logging, completion, sampling, elicitation, subscriptions and
 * tasks.
 */
const scenarios = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
];

/** Checks of server-stateless that need the tools of a fixture. */
const needFixtures = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
];

/**
 * Tests a server with MCP's conformance suite on one platform. `url` is called when the tests
 * begin.
 */
export function describeConformance(platform: string, url: () => string): void {
  describe.concurrent(`the conformance suite of the Model Context Protocol, ${platform}`, () => {
    let script: string;
    let folder: string;
    beforeAll(async () => {
      const clients = await installClients();
      script = join(clients, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
      folder = await mkdtemp(join(tmpdir(), 'lectern-conformance-'));
    });
    afterAll(async () => rm(folder, { recursive: true }));

    async function failures(scenario: string): Promise<string[]> {
      const args = ['server', '--url', `${url()}/mcp`, '--scenario', scenario];
      // The suite writes a record of its runs into its working directory.
      const cwd = await mkdtemp(join(folder, 'run-'));
      const { stdout, stderr } = await runProgram(script, args, { cwd });
      const printed = stripVTControlCharacters(stdout + stderr);
      const failed = [...printed.matchAll(/\[([\w-]+) *\] FAILURE /g)].map(([, id]) => id!);
      expect(printed).toContain(`, ${failed.length} failed,`);
      return failed;
    }

    test.each(scenarios)('passes %s', async (scenario) => {
      expect(await failures(scenario)).toEqual([]);
    });

    test('passes server-stateless, except for the checks that need fixtures', async () => {
      expect(await failures('server-stateless')).toEqual(needFixtures);
    });
  });
}
