import type { PreviewRequest } from '../../api/paths.gen.ts';

/** Kinds that a person can add: the types of sources, and a file. */
export type Kind = PreviewRequest['type'] | 'upload';

/** A kind of source in the form. */
export interface KindInfo {
  value: Kind;
  label: string;
  /** Example of an address. */
  example: string;
}

/** The kinds of sources, in the order of the form. */
export const kinds: readonly KindInfo[] = [
  { value: 'github', label: 'GitHub', example: 'owner/repo or https://github.com/owner/repo' },
  { value: 'gitlab', label: 'GitLab', example: 'https://gitlab.com/group/project' },
  { value: 'bitbucket', label: 'Bitbucket', example: 'https://bitbucket.org/team/repo' },
  { value: 'git', label: 'Other Git', example: 'https://git.example.org/team/docs.git' },
  { value: 'website', label: 'Website', example: 'https://docs.example.org/' },
  { value: 'llmstxt', label: 'llms.txt', example: 'https://docs.example.org/llms.txt' },
  { value: 'openapi', label: 'OpenAPI', example: 'https://api.example.org/openapi.json' },
  { value: 'upload', label: 'OpenAPI file', example: '' },
  {
    value: 'wiki',
    label: 'Confluence',
    example: 'https://example.atlassian.net/wiki/spaces/DOC',
  },
  { value: 'pages', label: 'Notion', example: 'https://www.notion.so/Handbook-0123…' },
];

/** Returns whether a kind is a repository. */
export function isRepository(kind: Kind): boolean {
  return ['github', 'gitlab', 'bitbucket', 'git'].includes(kind);
}
