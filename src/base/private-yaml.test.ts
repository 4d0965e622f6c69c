import { expect, test } from 'vitest';
import { parsePrivateYaml } from './private-yaml.ts';

test('a second document is a mistake, because nothing would read it', () => {
  expect(parsePrivateYaml('---\nport: 7700\n')).toEqual({ port: 7700 });
  expect(() => parsePrivateYaml('port: 7700\n---\nhost: "::"\n')).toThrow(
    'line 2 begins a second YAML document; remove the ---',
  );
});
