import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { memberPath } from '../code-symbol.ts';
import { dedent } from '../../indentation.ts';
import { lineOf } from '../nodes.ts';
import { isHiding, rubyComment, rubyDocText } from './ruby-comments.ts';

/** A method or an attribute that a comment declares: `:method: name` of RDoc, `@!method name(value)` of YARD. */
const rdocGhost = /^[ \t]*:((?:singleton-)?method|attr(?:_reader|_writer|_accessor)?):[ \t]*(\S*)/m;
const yardGhost = /^@!(method|attribute)[ \t]+(?:\[([rw]{1,2})\][ \t]*)?(self\.)?(\S[^\n]*)$/gm;

/**
 * Returns the methods and attributes that comments declare, because no statement shows them. A comment of RDoc without a name
 * takes it from the statement below.
 */
export function ghostSymbols(
  groups: readonly Node[][],
  next: Node,
  { owner, singleton }: { owner: string; singleton: boolean },
): CodeSymbol[] {
  return groups.flatMap((comments): CodeSymbol[] => {
    if (comments.some(({ text }) => isHiding(text))) return [];
    const isAbove = comments.at(-1)!.endPosition.row === next.startPosition.row - 1;
    const text = rubyDocText(comments);
    const rdoc = rdocGhostOf(text, isAbove ? next : undefined);
    const ghosts = rdoc ? [{ ...rdoc, doc: rubyComment(comments).doc }] : yardGhosts(text);
    const line = isAbove ? lineOf(next) : lineOf(comments[0]!);
    return ghosts.map((ghost) => {
      const isOwn = singleton || ghost.singleton;
      const name = memberPath(owner, ghost.name, isOwn ? '.' : '#');
      return { name, signature: signatureOf(ghost, isOwn), doc: ghost.doc, line };
    });
  });
}

interface Ghost {
  name: string;
  /** 'method', 'attr_reader', 'attr_writer' or 'attr_accessor'. */
  kind: string;
  call: string;
  singleton: boolean;
  doc: string;
}

function signatureOf({ kind, call, name }: Ghost, isOwn: boolean): string {
  return kind === 'method' ? `def ${isOwn ? 'self.' : ''}${call}` : `${kind} :${name}`;
}

function rdocGhostOf(text: string, next: Node | undefined): Omit<Ghost, 'doc'> | undefined {
  const [all, kind = '', written = ''] = rdocGhost.exec(text) ?? [];
  const name = written === '' ? argumentName(next) : written;
  if (all === undefined || name === undefined) return undefined;
  const singleton = kind.startsWith('singleton');
  return {
    name,
    call: name,
    kind: kind.replace(/^singleton-/, '').replace(/^attr$/, 'attr_reader'),
    singleton,
  };
}

/** Returns the name in the first argument of a call: `class_attribute :logger`. */
function argumentName(node: Node | undefined): string | undefined {
  return /^[\w.]+[ (]+:?["']?(\w+[?!=]?)/.exec(node?.text.slice(0, 200) ?? '')?.[1];
}

const attributeKinds: Readonly<Record<string, string>> = { r: 'attr_reader', w: 'attr_writer' };

/** Returns what a comment declares for YARD. The text of each stands below its line, indented. */
function yardGhosts(text: string): Ghost[] {
  const found = [...text.matchAll(yardGhost)];
  const lead = text.slice(0, found[0]?.index ?? 0);
  return found.map(
    ({ 0: line, 1: declared, 2: access = 'rw', 3: self, 4: call = '', index }, at) => {
      const below = text.slice(index + line.length, found[at + 1]?.index ?? text.length);
      const lines = dedent(below.replace(/^\n/, '').split('\n'));
      const own = lines.filter((each) => !each.startsWith('@!')).join('\n');
      return {
        name: /^[^\s(]+/.exec(call)![0],
        call: call.trim(),
        kind: declared === 'method' ? declared : (attributeKinds[access] ?? 'attr_accessor'),
        singleton: self !== undefined || /^\s*@!scope class/m.test(below),
        doc: `${at === 0 ? lead : ''}${own}`.replace(/^@!.*$/gm, '').trim(),
      };
    },
  );
}
