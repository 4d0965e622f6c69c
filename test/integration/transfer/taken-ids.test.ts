import { expect, test } from 'vitest';
import { resourceName } from '../../../src/resources/library.ts';
import { install } from './test-install.ts';

const info = { id: 'https://example.org/a', content: 'Text', breadcrumb: 'A', tokens: 3 };
const body = {
  libraries: [{ project: '/acme/tools', codeSnippets: [], infoSnippets: [info] }],
};
const source = { git: { url: 'https://example.org/acme/tools' } };

test('an import replaces the library that has its id, not one that had it before or has it in vain', async () => {
  const { registry, ...here } = await install();
  const spec = { id: '/acme/tools', source };
  await registry.create({ metadata: { name: 'a' }, spec });
  await registry.create({ metadata: { name: resourceName(spec.id) }, spec });
  const other = { id: '/other/tools', source, formerIds: [spec.id] };
  await registry.create({ metadata: { name: 'z' }, spec: other });

  const { queued } = await here.import(body, true);

  expect(queued).toEqual([spec.id]);
  const imported = (await registry.list()).filter(({ spec }) => spec.source.import);
  expect(imported.map(({ metadata }) => metadata.name)).toEqual(['a']);
});
