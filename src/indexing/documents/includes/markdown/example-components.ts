import { attributesOf, firstAttribute } from '../attributes.ts';
import { codeOnGithub } from './github-code.ts';
import { anyFolder } from '../include-path.ts';
import { matchElement } from './match-element.ts';
import { razorExamples } from './razor-examples.ts';
import type { Found, Reference } from './reference.ts';

/** A component whose name says that it shows code. It has no content, or is a preview. */
const component = {
  pattern:
    /^[ \t]*<(?=\w{0,60}(?:code|snippet|embed|example|demo|preview))([A-Z]\w{0,60})\s([^<>]{1,2000}?)(\/?)>[ \t]*$/i,
  end: />\s*$/,
  most: 10,
};

/** The name of an example: `accordion-basic`, `v-alert/prop-type`, `Basic.vue`, `AccordionDemo`. */
const exampleName = /^[A-Za-z]\w{0,60}(?:[-/.]\w{1,60}){1,8}$|^(?:[A-Z][a-z\d]{1,30}){2,8}$/;
/** Folders in which UI libraries keep the examples of their documentation, and the endings of their files. */
const folders = ['examples', 'example', 'demos', 'demo'];
const endings = ['.tsx', '.jsx', '.vue', '.svelte', '.ts', '.js', '.html', '.c', '.cpp', '.py'];

/** A demo of dumi: `<code src="./demo/basic.tsx">Basic</code>`. See https://d.umijs.org/guide/write-demo. */
const demo =
  /^[ \t]*<code src=(["'])([^"'<>\s]{1,300})\1([^<>]{0,300}?)(?:\/>|>([^<>]{0,200})<\/code>)[ \t]*$/;

/** Returns the file of a demo. The site does not show those for debugging. A demo with a text has its code there. */
function demoOf(line: string): Reference | undefined {
  const [, , path, given = '', label = ''] = demo.exec(line) ?? [];
  if (path === undefined) return undefined;
  const isHidden = /\sdebug\b/.test(given);
  const base = path.replace(/\.\w{1,10}$/, '');
  const files =
    base === path
      ? endings.flatMap((ending) => [path + ending, `${path}/index${ending}`])
      : [...(isDemoText(`/${base}.md`) ? [`${base}.md`] : []), path];
  return {
    path: files,
    select: (lines, from) => (isHidden || from.endsWith('.md') ? [] : [...lines]),
    asCode: true,
    label,
  };
}

/** Returns whether a document is the text of a demo. Its code stands beside it in a file with the same name. */
export function isDemoText(path: string): boolean {
  return /\/demo\/[^/]+\.md$/.test(path);
}

/** Returns the code of a demo for the end of its text; undefined for any other document, and for a text that has code. */
export function demoCode(path: string, lines: readonly string[]): Reference | undefined {
  if (!isDemoText(path) || lines.some((line) => /^\s*(?:`{3}|~{3})/.test(line))) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const files = endings.map((ending) => `./${name}${ending}`);
  return { path: files, asCode: true };
}

/**
 * Reads a component that shows a file of this repository by its address on GitHub, as in `<RemoteCode url="https://raw.githubusercontent.com/…" />`.
 * Also reads one that shows an example of a UI library by its name, as in `<ComponentPreview name="accordion-basic" />`, or a demo of dumi. An
 * example can be anywhere in a folder for examples.
 */
export function exampleComponent(lines: readonly string[], at: number): Found | undefined {
  const line = lines[at]!;
  if (nuxtStart.test(line)) return nuxtExample(lines, at);
  if (!/^[ \t]*<(?:[A-Z]|code )/.test(line)) return undefined;
  const shown = demoOf(line);
  if (shown) return { references: [shown], last: at };
  return razorExamples(lines, at) ?? namedComponent(lines, at);
}

/** Reads a component that shows a file on GitHub or an example by its name. */
function namedComponent(lines: readonly string[], at: number): Found | undefined {
  const element = matchElement(lines, at, component);
  if (!element) return undefined;
  const [, name = '', written = '', end] = element.match;
  if (end === '' && !name.endsWith('Preview')) return undefined;
  const given = attributesOf(written);
  const value = firstAttribute(given, 'url', 'src', 'source', 'file', 'path', 'name') ?? '';
  const found = codeOnGithub(value) ?? (isExample.test(name) ? namedExample(value) : undefined);
  const label = firstAttribute(given, 'title', 'label', 'filename');
  return found && { references: [{ ...found, label, asCode: true }], last: element.last };
}

/** The first line of a component of Nuxt Content that shows an example: `::component-example{label="Basic"}`. */
const nuxtStart =
  /^[ \t]*:{2,6}[a-z][\w-]{0,60}-(?:example|demo|preview)(?:\{([^{}]{0,500})\})?[ \t]*$/;
const nuxtEnd = /^[ \t]*:{2,6}[ \t]*$/;
/** The name of the example, among the properties in YAML. */
const nuxtName = /^[ \t]*name:[ \t]*(["']?)([\w-]{1,100})\1[ \t]*$/;
const mostProperties = 60;

/** Reads such a component, whose example is a component of Vue: that of `saw-cut-example` is `saw/SawCutExample.vue`. */
function nuxtExample(lines: readonly string[], at: number): Found | undefined {
  const near = lines.slice(at, at + mostProperties);
  const length = 1 + near.findIndex((line) => nuxtEnd.test(line));
  const given = attributesOf(nuxtStart.exec(near[0]!)?.[1] ?? '');
  const inner = near.slice(1, Math.max(length - 1, 1));
  const [name = ''] = inner.flatMap((line) => nuxtName.exec(line)?.[2] ?? []);
  const written = given.get('name') ?? name;
  if (length === 0 || !exampleName.test(written)) return undefined;
  const file = `${written.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())}.vue`;
  const around = Array.from(written.matchAll(/-/g), ({ index }) => `${written.slice(0, index)}/`);
  const path = ['', ...around].map((folder) => `${anyFolder}examples/${folder}${file}`);
  const label = firstAttribute(given, 'label', 'title');
  return { references: [{ path, label, asCode: true }], last: at + length - 1 };
}

const isExample = /Example|Demo|Preview/;

function namedExample(name: string): Reference | undefined {
  if (!exampleName.test(name)) return undefined;
  // The first part of a name can be that of a folder: `accordion-basic` is in `accordion/basic.tsx`.
  const names = [
    name,
    ...Array.from(
      name.matchAll(/-/g),
      ({ index }) => `${name.slice(0, index)}/${name.slice(index + 1)}`,
    ),
  ];
  const isFile = endings.some((ending) => name.endsWith(ending));
  const path = names.flatMap((one) =>
    folders.flatMap((folder) =>
      (isFile ? [''] : endings).map((ending) => `${anyFolder}${folder}/${one}${ending}`),
    ),
  );
  return { path };
}
