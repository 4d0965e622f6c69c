import { isObject } from '../../../base/json.ts';
import { messageOf } from '../../../base/errors.ts';
import type { FilterSettings } from '../filter.ts';
import { mostPatterns, withinMostPatterns } from '../path-glob.ts';
import { ownerRules } from './owner-rules.ts';
import { isRefName } from './ref-name.ts';

/** The file at the root with a repository's own settings. */
export const configName = 'context7.json';

/** Maximum bytes of a configuration. */
export const maxConfigBytes = 100_000;

/** A repository's own settings. Fields of a wrong type or over a limit are left out and listed in `problems`. */
export interface RepositoryConfig extends FilterSettings {
  title?: string;
  description?: string;
  branch?: string;
  /** Tags and branches to index besides the default branch. */
  versions: string[];
  /** The owner's rules for readers. */
  rules: string[];
  /** Mistakes in the configuration, one sentence for each. */
  problems: string[];
}

const maxVersions = 20;

/** Parses a context7.json. Ignores unknown fields, and leaves out wrong ones. Never throws. */
export function parseRepositoryConfig(content: string): RepositoryConfig {
  const fields = parseObject(content);
  if (typeof fields === 'string') return { ...emptyConfig(), problems: [fields] };
  const problems: string[] = [];
  const reader = new FieldReader(fields, problems);
  const title = reader.text('projectTitle', 200);
  const description = reader.text('description', 1000);
  const branch = reader.text('branch', 250);
  if (branch !== undefined && !isRefName(branch))
    problems.push('branch is not the name of a branch');
  const versions = [
    ...reader.versions('previousVersions', 'tag'),
    ...reader.versions('branchVersions', 'branch'),
  ];
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(branch && isRefName(branch) && { branch }),
    folders: reader.list('folders', 50),
    excludeFolders: reader.list('excludeFolders', 50),
    excludeFiles: reader.list('excludeFiles', 100),
    versions: [...new Set(versions)].slice(0, maxVersions),
    rules: reader.rules('rules'),
    problems,
  };
}

/** Returns the configuration of a repository without one. */
export function emptyConfig(): RepositoryConfig {
  return { versions: [], rules: [], problems: [] };
}

function parseObject(content: string): Record<string, unknown> | string {
  try {
    const parsed: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
    return isObject(parsed) ? parsed : 'it is not a JSON object';
  } catch (error) {
    return `it is not JSON: ${messageOf(error).slice(0, 200)}`;
  }
}

class FieldReader {
  private readonly fields: Record<string, unknown>;
  private readonly problems: string[];

  constructor(fields: Record<string, unknown>, problems: string[]) {
    this.fields = fields;
    this.problems = problems;
  }

  text(name: string, maxLength: number): string | undefined {
    const value = this.fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') {
      return (
        value
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, maxLength) || undefined
      );
    }
    this.problems.push(`${name} is not a string`);
    return undefined;
  }

  list(name: string, maxItems: number): string[] {
    const items = this.array(name);
    const usable = items.filter(
      (item): item is string =>
        typeof item === 'string' && item.trim() !== '' && item.length <= 255,
    );
    if (usable.length < items.length) {
      this.problems.push(`${name} holds items that are not strings of 1 to 255 characters`);
    }
    if (usable.length > maxItems) this.problems.push(`${name} holds more than ${maxItems} items`);
    const wanted = usable.slice(0, maxItems);
    const some = withinMostPatterns(wanted, (item) => item);
    if (some.length < wanted.length)
      this.problems.push(`${name} holds more than ${mostPatterns} alternatives in braces`);
    return some.map((item) => item.trim());
  }

  /** Reads `[{tag}]` or `[{branch}]`; accepts plain strings too. */
  versions(name: string, key: string): string[] {
    const items = this.array(name);
    const names = items.map((item) => (isObject(item) ? item[key] : item));
    const usable = names.filter(
      (item): item is string => typeof item === 'string' && isRefName(item),
    );
    if (usable.length < items.length)
      this.problems.push(`${name} holds items without a usable ${key}`);
    return usable;
  }

  rules(name: string): string[] {
    const { rules, problems } = ownerRules(this.array(name), new Date());
    this.problems.push(...problems);
    return rules;
  }

  private array(name: string): unknown[] {
    const value = this.fields[name];
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.problems.push(`${name} is not a list`);
    return [];
  }
}
