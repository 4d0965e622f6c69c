import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { formatOf } from '../../../sources/formats.ts';
import { shown } from '../../includes/shown.fixture.ts';
import { hasSvelteText } from './svelte-page.ts';

const path = 'src/routes/(site)/docs/saws/+page.svelte';

test('reads pages of SvelteKit in folders of documentation', () => {
  expect(formatOf(path)).toBe('mdx');
  expect(formatOf('examples/shop/src/routes/docs/+page.svelte')).toBe(undefined);
  expect(formatOf('src/routes/cart/+page.svelte')).toBe(undefined);
  expect(hasSvelteText('<h1>Saws</h1>\n<p>Cut.</p>')).toBe(true);
  expect(hasSvelteText('<script>\n  import Cut from "./Cut.svelte";\n</script>\n<Cut />')).toBe(
    true,
  );
  expect(
    hasSvelteText('<script>\n  import Cart from "$lib/Cart.svelte";\n</script>\n<Cart />'),
  ).toBe(false);
});

test('shows the text and the code of a page of Svelte, with headings for titles of components', async () => {
  const page = `<script>
    import CodeBlock from "@/CodeBlock.svelte";
    const saws = [{ name: 'hand' }];
</script>

<svelte:head>
    <title>All</title>
</svelte:head>

<p>
    Press <em>File
    > Cut</em>, see <a href="/oil">oil</a
    >.
</p>
{#if saws}
    <HeadingLink
        title="Use a saw"
        tag="h4"
    />
    <CodeBlock
        language="go"
        content={\`
            func cut() {
                // {#each is no block here
            }
        \`}
    />
{/if}
<ul>
    {#each saws as saw}
        <li>{saw.name}</li>
    {/each}
</ul>
<Accordion single title="Sharpen">
    <p>Slowly. {@html more}</p>
    <CodeTabs
        js={\`
            sharpen();
            rest();
        \`}
        dart={\`
            sharpen(1);
            rest(1);
        \`}
    />
</Accordion>
<style>p { color: red }</style>
`;
  const { text, code } = await shown(path, page, {});
  expect(text).toContain('saws');
  expect(text).toMatch(/Press File\s+> Cut, see oil\./);
  expect(text).toContain('Use a saw');
  expect(text).toContain('Sharpen');
  expect(text).not.toMatch(/const saws|All|saw\.name|color|html|\{/);
  expect(code).toEqual([
    'go: func cut() {\n    // {#each is no block here\n}',
    'js: sharpen();\nrest();',
    'dart: sharpen(1);\nrest(1);',
  ]);
});

test('reads Markdown with Svelte, without scripts and values', async () => {
  expect(formatOf('site/pages/saw.svx')).toBe('mdx');
  expect(formatOf('test/saw.svx')).toBe(undefined);
  const page = `<script>
  import { Saw } from "mill";
  let saw = get("saw");
</script>

# {saw.name}

## Cut

Use \`edge\` to cut.

{#if saw.example}
\`\`\`svelte
{#if sharp}<Saw />{/if}
\`\`\`
{/if}

## {@html saw.text}

### Oil

<Saw edge />

Oil it.
`;
  const { text, code } = await shown('site/pages/saw.svx', page, {});
  expect(text).toContain('Use `edge` to');
  expect(text).toContain('Oil');
  expect(text).not.toMatch(/import|saw\.|@html|<Saw/);
  expect(code).toEqual(['svelte: {#if sharp}<Saw />{/if}']);
});

test('shows the parts of a page of Svelte, but no component with attributes', async () => {
  const page = `<script>\n  import Cut from "./Cut.svelte";\n  import Note from "@/Note.svelte";\n  import Box from "@/Box.svelte";\n</script>\n<Cut />\n<Note />\n<Box title="a" />\n`;
  const { text } = await shown(path, page, {
    'src/routes/(site)/docs/saws/Cut.svelte':
      '<script>\n  let a = 1;\n</script>\n<p>Cut a log.</p>\n',
    'src/lib/Note.svelte': '<p>Wear gloves.</p>\n',
    'src/lib/Box.svelte': '<p>Never shown.</p>\n',
  });
  expect(text).toContain('Cut a log.');
  expect(text).toContain('Wear gloves.');
  expect(text).not.toMatch(/let a|Never/);
});

test('shows a text whose elements stand on lines of their own as one paragraph', async () => {
  const page = `<p>
    Cut with <code>saw.cut()</code>
    <em>
        (of
        <a
            href="{url}/saws"
            target="_blank"
        >
            <code>Saw</code>
        </a> only)
    </em>
    and oil it.
</p>
<ul>
    <li>
        <strong>depth</strong> - how deep
    </li>
</ul>
`;
  const { text } = await shown(path, page, {});
  expect(text).toContain('Cut with `saw.cut()` (of `Saw` only) and oil it.');
  expect(text).toContain('depth - how deep');
});

test('reads hostile pages of Svelte in linear time', async () => {
  for (const part of [
    '<script>\n',
    '{#each a}\n',
    '<HeadingLink\n',
    '<a\n',
    'a\n</a>\n',
    '</a ',
    '`\n',
    '{@html ',
  ]) {
    const seconds = startCpuClock();
    await shown(path, part.repeat(Math.ceil(300_000 / part.length)), {});
    expect(seconds(), part).toBeLessThan(8);
  }
}, 60_000);
