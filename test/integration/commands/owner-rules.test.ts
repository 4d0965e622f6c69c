import { expect, onTestFinished, test, vi } from 'vitest';
import { add } from '../../../src/cli/commands/add.ts';
import { status } from '../../../src/cli/commands/status.ts';
import { resourceName } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

test('lectern add allows the rules of an owner, and lectern status reports rules that are not allowed', async () => {
  const held = makeLibrary({ status: { ownerRules: { found: 3, served: 0 } } });
  const { registry, url } = await apiServer({ libraries: [held] });
  const options = { url, data: '', token: operatorToken };
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());

  await add('https://example.org/acme/tools.git', { ...options, ownerRules: 'allow' });
  await status('/acme/anvil', options);

  const added = await registry.get(resourceName('/example.org/acme_tools'));
  expect(added?.spec.ownerRules).toBe('allow');
  expect(written.mock.calls.join('')).toContain('context7.json has 3; answers include 0');
});
