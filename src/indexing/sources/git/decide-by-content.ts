import { hasAnsibleDocs } from '../../documents/ansible/ansible-file.ts';
import { isCommentedConfiguration } from '../../documents/configuration/configuration-file.ts';
import { hasGtkDoc } from '../../documents/code/gtk-doc-file.ts';
import { hasRubyMethods } from '../../documents/code/ruby-c-file.ts';
import { hasElixirDocs, isElixir } from '../../documents/modules/elixir-file.ts';
import { hasNixOptions, isNix } from '../../documents/modules/nix-file.ts';
import { edocPageFilter, hasErlangDocs, isErlang } from '../../documents/modules/erlang-file.ts';
import { isFsharpScript, isLiterateFsharp } from '../../documents/modules/fsharp-file.ts';
import { isBikeshed, isSpecification } from '../../documents/markdown/dialects/bikeshed.ts';
import { isPublicRd, isRd } from '../../documents/markup/rd/rd-file.ts';
import { isManPage, isWrittenManPage } from '../../documents/markup/man/man-page-file.ts';
import { hasPod, isPerl, manualCopyFilter } from '../../documents/markup/pod-file.ts';
import { hasQdocTopic, isQdocComments } from '../../documents/markup/qdoc/qdoc-file.ts';
import { isMediawikiText, isWikiFile } from '../../documents/markup/mediawiki/mediawiki-file.ts';
import { hasJuliaDocs, isJuliaModule } from '../../documents/modules/julia-file.ts';
import {
  hasRazorExamples,
  hasRazorText,
  isRazorDemo,
  isRazorPage,
} from '../../documents/markdown/mdx/razor-page.ts';
import { hasSvelteText, isSveltePage } from '../../documents/markdown/mdx/svelte-page.ts';
import { isJulia, isLiterateJulia } from '../../documents/modules/literate-julia.ts';
import { sniffCrd } from '../../documents/crd/crd-file.ts';
import { sniffGraphql } from '../../documents/graphql/graphql-file.ts';
import { isDocbook } from '../../documents/docbook/docbook-file.ts';
import { hasQuartodoc, isQuartoProject } from '../../documents/includes/quartodoc.ts';
import { explainsLicense, isLicensePage } from '../../documents/license-page.ts';
import { isGallery } from '../../documents/rst/gallery-program.ts';
import { isWrittenText } from '../../documents/text-file.ts';
import { sniffOpenapi } from '../../documents/openapi/sniff-openapi.ts';
import { splitFrontMatter } from '../../documents/front-matter.ts';
import type { DocumentFormat } from '../../documents/document.ts';
import { formatOf, isHtmlDocument } from '../formats.ts';
import { decodeFile, type SelectedFile } from './read-file.ts';

/** Files, by their paths, whose content decides whether they are documents. */
const byPath: readonly [(path: string) => boolean, (content: string) => boolean][] = [
  [isJuliaModule, hasJuliaDocs],
  [isJulia, isLiterateJulia],
  [isRd, isPublicRd],
  [isManPage, isWrittenManPage],
  [isBikeshed, isSpecification],
  [isWikiFile, isMediawikiText],
  [isQdocComments, hasQdocTopic],
  [isElixir, hasElixirDocs],
  [isErlang, hasErlangDocs],
  [isPerl, hasPod],
  [isNix, hasNixOptions],
  [isQuartoProject, hasQuartodoc],
  [isSveltePage, hasSvelteText],
  [isRazorDemo, hasRazorExamples],
  [isRazorPage, hasRazorText],
  [isFsharpScript, isLiterateFsharp],
  [isLicensePage, explainsLicense],
];

/** Formats of which a file is a document only if its content says so. A large description with a usual name need not be decoded for that. */
const byFormat: Partial<Record<DocumentFormat, (path: string, text: () => string) => boolean>> = {
  text: (path, text) => isWrittenText(path, text()),
  gallery: (_, text) => isGallery(text()),
  docbook: (_, text) => isDocbook(text()),
  crd: (path, text) => sniffCrd(path, text()),
  'gtk-doc': (_, text) => hasGtkDoc(text()),
  configuration: (path, text) => isCommentedConfiguration(path, text()),
  ansible: (_, text) => hasAnsibleDocs(text()),
  graphql: (_, text) => sniffGraphql(text()),
  'ruby-c': (_, text) => hasRubyMethods(text()),
  openapi: (path, text) => formatOf(path) === 'openapi' || sniffOpenapi(path, text()),
  // A list of the translations of a page, for a server, has no tags.
  html: (path, text) =>
    formatOf(path) === 'html' ? text().includes('<') : isHtmlDocument(path, text()),
};

/** Returns whether a file is a document, if its content decides that. */
export function isDocument({ path, format }: SelectedFile, content: Buffer): boolean {
  const text = (): string => decodeFile(content, format);
  const ofFormat = byFormat[format];
  if (ofFormat) return ofFormat(path, text);
  const [, ofPath] = byPath.find(([is]) => is(path)) ?? [];
  return ofPath?.(text()) ?? true;
}

/**
 * Returns a filter for documents that repeat another one: the text that Jupytext keeps of a notebook, and the pages that Pod::Markdown and EDoc make of a
 * module.
 */
export function repeatFilter(
  files: readonly SelectedFile[],
): (file: SelectedFile, content: Buffer) => boolean {
  const notebooks = new Set(
    files.filter(({ format }) => format === 'notebook').map(({ path }) => path),
  );
  const paths = files.map(({ path }) => path);
  const isManualCopy = manualCopyFilter(paths);
  const isEdocPage = edocPageFilter(paths);
  return ({ path, format }, content) =>
    isManualCopy(path, content) ||
    isEdocPage(path, content) ||
    (format === 'markdown' &&
      notebooks.has(path.replace(/\.[^./]+$/, '.ipynb')) &&
      /^---\r?\n[^#]*?^jupytext:/m.test(content.toString('latin1', 0, longestMetadata)));
}

/** Characters at the beginning of a document that have the metadata of Jupytext. */
const longestMetadata = 2_000;

/** Returns whether the front matter of a page says that its site does not show it yet, as Hugo, Docusaurus, Astro and Zola read it. */
export function isDraft({ format }: SelectedFile, content: Buffer): boolean {
  if (format !== 'markdown' && format !== 'mdx') return false;
  const found = splitFrontMatter(content.toString('latin1', 0, longestFrontMatter).split(/\r?\n/));
  return found?.source.some((line) => /^draft\s*[:=]\s*true\s*$/.test(line)) ?? false;
}

/** Characters at the beginning of a document that have its front matter. */
const longestFrontMatter = 10_000;
