import { expect, test } from 'vitest';
import { shown } from '../shown.fixture.ts';

test('shows the code of a demo below its text, and not where another page lists the demo', async () => {
  const files = {
    'components/saw/demo/basic.tsx': 'export default () => <Saw />;\n',
    'components/saw/demo/basic.md': 'Cuts wood.\n',
    'components/saw/demo/fast.ts': 'class FastSaw {}\n',
  };
  const index = '<code src="./demo/basic.tsx">Basic</code>\n\nDone.\n';
  expect((await shown('components/saw/index.md', index, files)).code).toEqual([]);

  const demo = await shown('components/saw/demo/basic.md', 'Cuts wood.\n', files);
  expect(demo.code).toEqual(['tsx: export default () => <Saw />;']);
  expect(demo.text).toContain('Cuts wood.');
  const fast = await shown('components/saw/demo/fast.md', 'Cuts fast.\n', files);
  expect(fast.code).toEqual(['ts: class FastSaw {}']);

  const withCode = await shown('a/demo/fast.md', 'Cuts.\n\n```sh\ncut\n```\n', {
    'a/demo/fast.ts': 'class FastSaw {}\n',
  });
  expect(withCode.code).toEqual(['sh: cut']);
});
