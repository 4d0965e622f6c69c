import { attributesOf, firstAttribute } from '../attributes.ts';
import { anyFolder, ownFolder } from '../include-path.ts';
import { betweenMarks, linesIn } from '../select-lines.ts';
import { redoclyCode } from './redocly.ts';
import type { Reference } from './reference.ts';

/** Components that show the file that an attribute names: of Clerk and Sentry, Mintlify, Cloudflare, and Supabase. */
const component = /^<(?:Include|Snippet|Render|\$?Partial) ([^<>]{1,500}?)\/>$/;

/** A part of a page of dumi: `<embed src="@/common/oil.md#L1-L5"></embed>`. See https://d.umijs.org/guide/markdown. */
const embed =
  /^<embed src=(["'])([^"'<>#\s]{1,300}\.mdx?)(?:#(?:L(\d{1,7})-L(\d{1,7}))?[^"'<>]{0,100})?\1 ?(?:\/>|><\/embed>)$/;

/** The component of Actix: `<CodeBlock example="saw" file="cut.rs" section="setup" />`. */
const sample = /^<CodeBlock ([^<>]{1,500}?)\/>$/;

/** The component of Directus: `:partial{content="limits"}`. */
const inlineComponent = /^:partial\{content=(["'])([^"'{}]{1,300})\1\}$/;

/** A transclusion of Hercule: `:[Oil](../shared/oil.md)`. See https://github.com/jamesramsay/hercule. */
const transclusion = /^:\[[^\]]{0,200}\]\(([^()\s:]{1,300}\.mdx?)\)$/;

/** A partial of Rails, Middleman and Sitepress: `<%= partial "saws/oil" %>`. Its file is `saws/_oil.html.md.erb` or similar. */
const erbTag =
  /^<%=[ \t]{0,9}(?:render|render_markdown|partial)[ (]{1,9}(?:partial:[ \t]{0,9})?(["'])([\w./-]{1,200})\1[^%]{0,300}%>$/;
const erbEndings = [
  '.md',
  '.html.md.erb',
  '.md.erb',
  '.html.markerb',
  '.html.erb',
  '.erb',
  '.html',
];

/** Tags of Liquid, MkDocs' macros, GitBook, Markdoc, and sites of Redocly. */
const tag =
  /^\{%-? *(?:include|include_cached|include_relative|render|(?:raw-)?partial) ((?:[^%{}]|\{\{[^{}]{0,100}\}\}){1,300})%\}$/;
/** A tag of a site's own that shows a sample by its file, or by its folder and its file: `{% playground-example "saws/cut" "cut.ts" %}`. */
const sampleTag =
  /^\{%-? *[\w-]{0,40}(?:sample|example|snippet|playground|demo)[\w-]{0,40} +(["'])([\w@-][\w./@-]{0,200})\1(?:,? +(["'])([\w-][\w.-]{0,100})\3)? *-?%\}$/;
/**
 * An include of MkDocs' macros that shows a file as it is, mostly as code: `{% include 'oil.yaml' %}`. Sites whose documents have such tags
 * change the braces: `[[% include 'oil.yaml' %]]`. See https://mkdocs-macros-plugin.readthedocs.io/en/latest/advanced/#include-external-files.
 */
const fileTag =
  /^(?:\{|\[\[)%-? *include +(["'])([\w@][\w./@-]{0,200}\.(?!mdx?\1|html?\1|svg\1)\w{1,10})\1(?: [a-z ]{0,40})?-?%(?:\}|\]\])$/;
/** A tag of Hexo that shows a sample: `{% include_code Title lang:js from:2 to:5 saws/cut.js %}`. See https://hexo.io/docs/tag-plugins#Include-Code. */
const codeTag = /^\{% ?include_code ([^%{}]{0,300}?)([\w@-][\w./@-]{0,200}\.\w{1,10}) ?%\}$/;
/** The options of this tag. */
const codeOption = /(?:^|\s)(lang|from|to):(\S{1,30})/g;
/** A tag around text that the macros leave unchanged. */
const unchangedTag = /\{%-? *(?:end)?raw *-?%\}/g;
/** A variable of a page in place of a folder, as in `{{ page.version }}/oil.md`. It is often the folder of a version. */
const folderVariable = /^\{\{-? ?page\.[\w.-]{1,100} ?-?\}\}\//;
const markdownFile = /(?:^|[\s"'=])((?:\*\/)?[\w./@-]{1,200}\.mdx?)(?=["'\s,]|$)/;
/** Tags that need no program to be read: links, further includes, and the values of a site or a page. */
const plainTags =
  /\{%-? *(?:link|post_url|include|include_cached|raw|endraw)\b(?:[^%{}]|\{\{[^{}]{0,100}\}\}){0,300}%\}|\{\{-? ?(?:site|page)\.[\w.-]{1,100} ?-?\}\}|\{% ?\$frontmatter\.[\w.]{1,100} ?%\}/g;

/** Reads a component, a tag or a link that shows a part of a page. Returns undefined for any other text. */
export function partial(text: string): Reference | undefined {
  return (
    inComponent(text) ??
    inEmbed(text) ??
    inSample(text) ??
    inTag(text) ??
    inSampleTag(text) ??
    inCodeTag(text) ??
    redoclyCode(text) ??
    inErb(text) ??
    inLink(text)
  );
}

function inLink(text: string): Reference | undefined {
  const [, file] = transclusion.exec(text) ?? [];
  return file === undefined ? undefined : { path: file };
}

function inErb(text: string): Reference | undefined {
  const [, , file = ''] = erbTag.exec(text) ?? [];
  const [, folder = '', name = ''] = /^((?:[^/]*\/){0,16})_?([\w.-]{1,100})$/.exec(file) ?? [];
  if (name === '') return undefined;
  const path = erbEndings.map((ending) => `${folder}_${name}${ending}`);
  // The first folder can be the place of the site on the web.
  const inSite = path.map((one) => anyFolder + one.replace(/^\/[^/]+\//, '').replace(/^\//, ''));
  return { path: [...path, ...inSite] };
}

function inSample(text: string): Reference | undefined {
  const [, written = ''] = sample.exec(text) ?? [];
  const given = attributesOf(written);
  const example = given.get('example');
  const section = given.get('section');
  if (example === undefined || section === undefined) return undefined;
  const file = given.get('file') ?? 'main.rs';
  const path = file === 'manifest' ? 'Cargo.toml' : `src/${file}`;
  return {
    path: `examples/${example}/${path}`,
    asCode: true,
    select: (lines) => betweenMarks(lines, { start: `<${section}>`, end: `</${section}>` }),
  };
}

function inComponent(text: string): Reference | undefined {
  const given = attributesOf(component.exec(text)?.[1] ?? '');
  const named = firstAttribute(given, 'src', 'file', 'path', 'name');
  const file = named ?? inlineComponent.exec(text)?.[2];
  if (file === undefined) return undefined;
  // Cloudflare keeps the parts of each product in a folder.
  const folder = given.get('product');
  const path = folder === undefined ? file : `${folder}/${file}`;
  return placeOf(path);
}

function inEmbed(text: string): Reference | undefined {
  const [, , path, first = '1', last = Infinity] = embed.exec(text) ?? [];
  if (path === undefined) return undefined;
  return { ...placeOf(path), select: (lines) => linesIn(lines, [[Number(first), Number(last)]]) };
}

function inCodeTag(text: string): Reference | undefined {
  const [, written = '', file] = codeTag.exec(text) ?? [];
  if (file === undefined) return undefined;
  const given = Array.from(written.matchAll(codeOption), ([, name, value]) => [name, value]);
  const { lang: language, from = 1, to = Infinity } = Object.fromEntries(given);
  return {
    path: anyFolder + `downloads/code/${file}`,
    asCode: true,
    label: written.replace(codeOption, '').trim(),
    ...(language && { language }),
    select: (lines) => linesIn(lines, [[Number(from), Number(to)]]),
  };
}

function inTag(text: string): Reference | undefined {
  const [, written = ''] = tag.exec(text) ?? [];
  const [, file] = markdownFile.exec(written.replace(folderVariable, ownFolder)) ?? [];
  if (file === undefined) return undefined;
  // Lectern does not run the templates of a site.
  const isTemplate = (line: string): boolean =>
    line.includes('{') && /\{[{%]/.test(line.replace(plainTags, ''));
  return {
    ...placeOf(file),
    select: (lines) => (lines.some(isTemplate) ? undefined : [...lines]),
  };
}

/** Reads an include of MkDocs' macros, which works inside of code too. Lectern does not run macros within the file. */
export function macroInclude(text: string): Reference | undefined {
  const [, , file] = fileTag.exec(text) ?? [];
  if (file === undefined) return undefined;
  const select: Reference['select'] = (written) => {
    const lines = written.flatMap((line) => {
      const shown = line.replace(unchangedTag, '');
      return shown.trim() === '' && shown !== line ? [] : [shown];
    });
    return lines.some((line) => line.includes('{%')) ? undefined : lines;
  };
  return { path: file, from: file.startsWith('.') ? 'document' : 'site', select };
}

function inSampleTag(text: string): Reference | undefined {
  const [, , first = '', , second] = sampleTag.exec(text) ?? [];
  const path = second === undefined ? first : `${first.replace(/\/$/, '')}/${second}`;
  if (!isNamedFile.test(path)) return undefined;
  return { path: [path, anyFolder + path], asCode: true };
}

/** A path that ends with the ending of a file. */
const isNamedFile = /\.\w{1,10}$/;

function placeOf(file: string): Reference {
  const path = isNamedFile.test(file) ? [file] : [`${file}.mdx`, `${file}.md`];
  return { path, from: file.startsWith('.') ? 'document' : 'site' };
}
