import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const reference = `# API Reference

Packages:

- [tools.example/v1](#tools)

# tools.example/v1

Resource Types:

- [Saw](#saw)

## Saw
<sup><sup>[↩ Parent](#tools )</sup></sup>

A saw.

### Saw.spec
<sup><sup>[↩ Parent](#saw)</sup></sup>

What it does.

<h3 id="sawspecblade">
  Saw.spec.blade
  <sup><sup><a href="#sawspec">↩ Parent</a></sup></sup>
</h3>

The blade.

### Saw.spec.affinity

Where it runs.

### Saw.spec.affinity.nodeAffinity

Deep.

### Saw.spec.containers[index].env[index].valueFrom

Deep.
`;

function titles(content: string): (string | undefined)[] {
  const { sections } = parseMarkdown({
    path: 'docs/api.md',
    format: 'markdown',
    content,
    hash: '',
  });
  return sections.map(({ headings }) => headings.at(-1));
}

test('a reference by crdoc has no sections on the fields of types of Kubernetes, and no links in headings', () => {
  expect(titles(reference)).toEqual([
    'API Reference',
    'tools.example/v1',
    'Saw',
    'Saw.spec',
    'Saw.spec.blade',
    'Saw.spec.affinity',
  ]);
});

test('other documents keep such headings', () => {
  expect(titles(reference.replace('Resource Types:', 'Types:'))).toContain(
    'Saw.spec.affinity.nodeAffinity',
  );
});
