import type { Plugin } from 'vite';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { headingSlug } from '../../scripts/heading-slug.ts';

const repository = 'https://github.com/lectern-dev/lectern';

type Section = readonly [title: string, pages: readonly (readonly [text: string, link: string])[]];

// The order of docs/index.md.
const sections: readonly Section[] = [
  [
    'Start here',
    [
      ['Overview', '/'],
      ['Installation', '/guides/installation'],
      ['Getting started', '/guides/getting-started'],
      ['A one-minute tour', '/guides/tour'],
      ['Moving from Context7', '/guides/moving-from-context7'],
      ['Glossary', '/glossary'],
    ],
  ],
  [
    'Use it',
    [
      ['Editors and assistants', '/guides/clients'],
      ['Adding sources', '/guides/adding-sources'],
      ['Projects', '/guides/projects'],
      ['Refresh from CI', '/guides/refresh-from-ci'],
      ['The dashboard', '/guides/dashboard'],
      ['How answers are made', '/guides/how-answers-are-made'],
      ['Models', '/guides/models'],
      ['Troubleshooting', '/guides/troubleshooting'],
    ],
  ],
  [
    'Run it for others',
    [
      ['Kubernetes', '/guides/kubernetes'],
      ['Sizing', '/guides/sizing'],
      ['GitOps', '/guides/gitops'],
      ['Identity provider', '/guides/oauth'],
      ['Back up and restore', '/guides/backup'],
      ['Offline installs', '/guides/offline'],
      ['Upgrading', '/guides/upgrading'],
      ['Compatibility', '/compatibility'],
    ],
  ],
  [
    'Reference',
    [
      ['Command line', '/reference/cli'],
      ['HTTP API', '/reference/http'],
      ['Tool server', '/reference/mcp'],
      ['Errors', '/reference/errors'],
      ['Library', '/reference/library'],
      ['ManifestSync', '/reference/manifest-sync'],
      ['Manifest', '/reference/manifest'],
      ['What Lectern reads', '/reference/formats'],
      ['Configuration', '/reference/configuration'],
      ['Keys and roles', '/reference/access'],
      ['Teamspaces', '/reference/teamspaces'],
      ['Integrations', '/reference/integrations'],
      ['Limits', '/reference/limits'],
      ['Logs', '/reference/logs'],
      ['Metrics', '/reference/metrics'],
      ['Figures', '/reference/figures'],
      ['Scores', '/reference/scores'],
      ['Content safety', '/reference/content-safety'],
      ['Attacks and defenses', '/reference/security'],
    ],
  ],
  ['Decisions', [['All decisions', '/adr/']]],
];

const sidebar: DefaultTheme.SidebarItem[] = sections.map(([text, pages]) => ({
  text,
  items: pages.map(([page, link]) => ({ text: page, link })),
}));

/** Links out of docs/ work in a clone; on the site they lead to the file on GitHub. */
function toRepository(href: string, page: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = new URL(path, `file:///docs/${page}`).pathname;
  if (target.startsWith('/docs/')) return href;
  return `${repository}/blob/main${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/**
 * The first page of a visit loads a script of its own. VitePress 1 adds these scripts to the bundle by assignment. Rolldown ignores that, with
 * a warning for each page. This plugin writes the scripts, with the whole code of the page.
 */
const firstScripts: Plugin = {
  name: 'first-scripts',
  onLog: (_level, { pluginCode }) => pluginCode !== 'UNSUPPORTED_BUNDLE_ASSIGNMENT',
  generateBundle(_options, bundle) {
    for (const { fileName, code } of Object.values(bundle).filter((one) => one.type === 'chunk')) {
      if (!/^assets\/.*\.md\.[\w-]+\.js$/.test(fileName)) continue;
      this.emitFile({ type: 'asset', fileName: fileName.replace(/js$/, 'lean.js'), source: code });
    }
  },
};

// VitePress loads its configuration from a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  title: 'Lectern',
  description: 'Library documentation for programs and language models',
  base: process.env['DOCS_BASE'] ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  outDir: '.vitepress/dist',
  cacheDir: '.vitepress/cache',
  markdown: {
    // Anchors are GitHub's, so that one link works on both.
    anchor: { slugify: headingSlug },
    config(md) {
      // Vue would take `{{#include}}` in inline code for an expression of its own.
      const inline = md.renderer.rules.code_inline!;
      md.renderer.rules.code_inline = (...parts) =>
        inline(...parts).replace('<code', '<code v-pre');
      md.core.ruler.push('links-out-of-docs', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null;
          if (href !== null) token.attrSet('href', toRepository(href, env.relativePath));
        }
      });
    },
  },
  // The index of the search holds all pages.
  vite: { plugins: [firstScripts], build: { chunkSizeWarningLimit: 5000 } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
  },
});
