import type { CodeSymbol } from '../code-symbol.ts';
import { oneLine } from '../../block-tags.ts';
import { splitType } from '../doc/phpdoc.ts';

/** A tag up to the next one, or to an empty line. */
const magicTag =
  /^[ \t]*@(method|property(?:-read|-write)?)[ \t]+(.*(?:\n(?![ \t]*@|[ \t]*$).*)*)(?:\n|$)/gm;
const methodTag =
  /^(?:(static)\s+)?(?:(\S.{0,300}?)\s+)?(&?\w+)\s*(\([^\n]{0,1000}?\))(?:\s+([\s\S]*))?$/;

/**
 * Returns the methods and properties that a class answers by `__call` and `__get`, and its comment without them: `@method static Saw
 * open(string $path) Opens it.` and `@property-read int $teeth The teeth.`
 */
export function magicMembers(
  doc: string,
  { owner, line }: { owner: string; line: number },
): { doc: string; members: CodeSymbol[] } {
  const members: CodeSymbol[] = [];
  const rest = doc.replace(magicTag, (_, tag: string, text: string) => {
    const written = oneLine(text);
    const member = tag === 'method' ? magicMethod(written) : magicProperty(tag, written);
    if (member) members.push({ ...member, name: `${owner}::${member.name}`, line });
    return '';
  });
  return { doc: rest.replace(/\n{3,}/g, '\n\n').trim(), members };
}

function magicMethod(text: string): Omit<CodeSymbol, 'line'> | undefined {
  const [, isStatic, type, name, parameters = '', about = ''] = methodTag.exec(text) ?? [];
  if (name === undefined) return undefined;
  const result = type === undefined ? '' : `: ${type}`;
  return {
    name,
    signature: `${isStatic ? 'static ' : ''}function ${name}${parameters}${result}`,
    doc: about,
  };
}

function magicProperty(tag: string, text: string): Omit<CodeSymbol, 'line'> | undefined {
  if (!tag.startsWith('property')) return undefined;
  const { type, rest } = splitType(text);
  const [, name, about = ''] = /^(\$\w+)\s*([\s\S]*)$/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  const access = tag === 'property-read' ? 'readonly ' : '';
  return { name, signature: `public ${access}${type} ${name}`, doc: about };
}
