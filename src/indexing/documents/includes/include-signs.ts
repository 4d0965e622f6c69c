import type { IncludableFormat } from './included-format.ts';
import { writersideVariable } from '../writerside-variables.ts';
import { razorExample } from './markdown/razor-examples.ts';
import { dataMark } from './liquid-data.ts';
import { loneComponent } from './markdown/mdx-imports.ts';
import { quartodocKey } from './quartodoc.ts';

/** What a document with includes has, by the tools that read them. A document without any of these is not searched for includes. */
const signs: Readonly<Record<IncludableFormat, readonly RegExp[]>> = {
  markdown: [
    dataMark,
    writersideVariable,
    // A fence with the address or the path of a file
    /^[ \t]*(?:`{3,}|~{3,})\w[^`\n]{0,300}[ \t](?:reference\b|file=[^\s"'])/,
    // Values of a site, go.dev, mdBook
    /(?<!\$)\{\{-? ?[\w.-]{1,100} ?-?\}\}/,
    /\{\{ ?(?:code|play) +"/,
    /\{\{\s*#(?:include|rustdoc_include|playground|literatego)/,
    // mkdocs-codeinclude, MkDocs snippets, Vocs, VitePress
    /<!--\s*codeinclude/,
    /-8<-/,
    /\/\/ \[!include /,
    /<<<|@(?:verbatim)?include\s|@include:|^[ \t]*[@\\](?:snippet|include)(?:lineno|\{|[ \t])/,
    // Zine
    /\]\(\$code\./,
    // DocC
    /^[ \t]*@Code\(/,
    // Hugo
    /\{\{[<%] *(?:docs\/shared|embed-md|embed-yaml|code_sample|codenew|code|codeFromFile|(?:g_)?include|boilerplate|read[Ff]ile|load-snippet(?:-partial)?|get-shared-text|example|param) /,
    /\{\{[<%] *[\w-]{1,40}\/[\w./-]{1,100} *[>%]\}/,
    // Play, Paradox, Elastic, markdown-include, FastAPI, MyST
    /@\[[\w-]*[^\]\n]*\]\(/,
    /@@ ?(?:snip|signature|include)/,
    /!!! ?include\(|\{[!*]|\{(?:literal)?include\}/,
    // Elements, Nuxt Content, Elastic, Liquid and Markdoc on a line of their own
    /^[ \t]*<(?:CodeBlock example=|code src=|embed src=|code-block\s|Include |Snippet |Render |\$?Partial |include[ >]|literalinclude>)/,
    /^[ \t]*(?::partial\{|:\[[^\]\n]{0,200}\]\()/,
    /^[ \t]*\{%-? *(?:include|include_cached|include_code|include_relative|render|(?:raw-)?partial|[\w-]{0,40}(?:sample|example|snippet|playground|demo)[\w-]{0,40}) /,
    /^[ \t]*\[\[%-? *include /,
    // QDoc
    /^[ \t]*\\(?:quotefile|quotefromfile)[ \t]/,
    // ERB
    /<%=[ \t]*(?:render|render_markdown|partial)[ (]/,
    // Imports of MDX
    /^import\s[^\n]{0,2000}?(?:\.mdx?|\.astro|\?raw)['"]|raw-loader!/,
    // A component, which the theme of a site of Docusaurus can import for all pages
    loneComponent,
    // Imports of Svelte
    /^[ \t]+import\s[^\n]{0,300}?\.svelte['"]/,
    /\bcode=\{\w{1,100}\}/,
    // doc-builder, docfx, mkdocstrings, quartodoc
    quartodocKey,
    /^[ \t]*(?:\[\[autodoc\]\]|\[!(?:[Cc]ode|INCLUDE|[Ii]nclude)|:::code )/,
    /^[ \t]{0,40}:::[ \t]+(?:\w+(?:\.\w|[ \t]*\n {2,}:?\w+:)|mkdocs-click\b)/,
    // MyST, recommonmark
    /\{eval-rst\}|[`~]eval_rst\b/,
    // Attributes with a file, and components that show an example
    /^\s*\{[^{}\n]*\bsrc="/,
    /\s(?:url|src|source|file)="https:\/\/(?:raw\.githubusercontent\.com|github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/blob)\//,
    /^[ \t]*<[A-Z]\w{0,40}(?<=Example|Demo|Preview)\w{0,20}\s/,
    /^[ \t]*:{2,6}[a-z][\w-]{0,60}-(?:example|demo|preview)\b/,
    razorExample,
  ],
  rst: [
    /\binclude::|literalinclude::|\b(?:in|out)put::|\b(?:plot|cmake-module|kernel-doc|rest_parameters|rest_status_code|csv-table)::/,
    /\{\+[\w.-]{1,100}\+\}|\|[A-Za-z][\w -]{0,60}\|/,
    /^ *\.\. +(?:(?:py:)?auto[a-z]+|click|argparse|sphinx_argparse_cli)::/,
  ],
  cpp: [/^[ \t]*(?:\/\/[/!]<?|\*)?[ \t]*[@\\](?:snippet|include)(?:lineno|\{|[ \t])/],
  rust: [/#!?\[doc *= *include_str!\(/],
  html: [/(?<![\s\S])---\r?\n[\s\S]*\{%-?[ \t]*include/],
  asciidoc: [/^(?:include|include-code|snippet)::|\{@(?:link|code) /],
  docbook: [/<!ENTITY\s+(?:%\s|[\w.-]{1,100}\s+SYSTEM\b)|<(?:xi:)?include\s|\scon(?:key)?ref=/],
};

/** One pattern for each format, so that a document is searched once. */
const patterns = new Map(
  Object.entries(signs).map(([format, all]) => [
    format,
    new RegExp(all.map(({ source }) => source).join('|'), 'm'),
  ]),
);

/** Returns whether a document of this format may have includes. Looks at each character once. */
export function hasIncludes(format: IncludableFormat, content: string): boolean {
  return patterns.get(format)!.test(content);
}
