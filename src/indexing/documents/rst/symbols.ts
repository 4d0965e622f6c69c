import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import type { Directive } from './directive.ts';
import { inlineText } from './inline.ts';

const names = new Set(
  'function class method staticmethod classmethod coroutinefunction attribute property data exception decorator decoratormethod macro type struct union enum enumerator var member concept interface trait namespace envvar option cmdoption confval setting describe object opcode pdbcommand get post put patch delete django-admin django-admin-option templatetag templatefilter fieldlookup autoclass autofunction automethod autoexception autodata autoattribute autoproperty autodecorator automodule command variable genex signature'.split(
    ' ',
  ),
);

/** Objects of domains that a project defines, such as `namedconf:statement` of BIND, `zeek:id`, and `ts:cv` of Traffic Server. */
const ownNames = new Set(['statement', 'id', 'keyword', 'attr', 'cv', 'stat']);
/** Commands of network devices, as FRRouting and VyOS have them. They go on in further lines. */
const commands = /^(?:cli|cfg|op)cmd$/;

const pythonKinds =
  /^(?:auto)?(?:function|class|method|staticmethod|classmethod|coroutinefunction|attribute|property|data|exception|decorator|decoratormethod|module)$/;
const options = /^(?:option|cmdoption|django-admin-option)$/;
const containers = /^(?:auto)?(?:class|exception|interface|struct|trait)$/;

/**
 * Returns a documented class, function or option with its content; undefined for other directives.
 */
export function symbolPieces(directive: Directive, ctx: RstContext): Piece[] | undefined {
  const { name, domain } = directive;
  const signatures = isSymbol(directive) ? signaturesOf(directive) : [];
  const [argument] = signatures;
  if (argument === undefined) return undefined;
  const python = (domain === '' || domain === 'py') && pythonKinds.test(name);
  const qualified = python ? qualifiedName(argument, ctx) : calledName(argument);
  const inner = [...facts(directive, ctx), ...readBody(directive, qualified, ctx)];
  const alone = inner.length === 0 ? withoutBody(name, signatures) : undefined;
  if (alone) return alone;
  const title = python ? qualified : titleOf(directive, argument, qualified);
  const shown = signaturePieces(signatures, title, python ? 'python' : domain);
  return [
    {
      kind: 'symbol',
      title,
      ...(python && { anchor: inModule(qualified, ctx) }),
      isBare: isBare(directive, inner),
      pieces: [...shown, ...inner],
    },
  ];
}

function isSymbol({ name, domain }: Directive): boolean {
  return (
    names.has(name) ||
    commands.test(name) ||
    domain === 'rst' ||
    (domain !== '' && ownNames.has(name))
  );
}

const languages = new Set(['python', 'c', 'cpp', 'php']);
/** Maximum length of a signature that needs no code. Longer titles are cut. */
const longestTitle = 200;

/** Returns the signatures as code, or nothing if the title says what they say. */
function signaturePieces(signatures: string[], title: string, language: string): Piece[] {
  const [first = ''] = signatures;
  const isCut = first.length > longestTitle || (first.includes('(') && !title.includes('('));
  if (signatures.length === 1 && !isCut) return [];
  const code = signatures.map(unescape).join('\n');
  return codePieces(code, languages.has(language) ? language : '');
}

/** Returns the type, value, default and result in the options of a directive. */
function facts({ name, options }: Directive, ctx: RstContext): Piece[] {
  if (name.startsWith('auto')) return [];
  const found = ['Type', 'Value', 'Default', 'Returns'].flatMap((label) => {
    const value = options.get(label.toLowerCase())?.trim() ?? '';
    if (value === '') return [];
    const isMarkup = name === 'confval' || value.includes('`');
    return `${label}: ${isMarkup ? inlineText(value, ctx) : `\`${value}\``}.`;
  });
  return textPieces(found.join(' '));
}

/** Returns what a directive without a body shows; undefined if it is a symbol like others. */
function withoutBody(name: string, signatures: string[]): Piece[] | undefined {
  // The signature of an autodoc directive is in the source code. Without text of its own, the
  // directive has no content.
  if (name.startsWith('auto')) return [];
  // Django describes an option below the directive, and not inside it.
  if (!options.test(name)) return undefined;
  return textPieces(signatures.map((one) => `\`${unescape(one)}\``).join(', '));
}

function readBody(directive: Directive, qualified: string, ctx: RstContext): Piece[] {
  const outer = ctx.owner;
  if (containers.test(directive.name)) ctx.owner = qualified;
  const pieces = ctx.blocks(directive.body);
  ctx.owner = outer;
  return pieces;
}

/** Returns whether text below can describe a directive, which has no body. The directive `class` of docutils has the name of a style. */
function isBare({ name, domain, argument }: Directive, inner: readonly Piece[]): boolean {
  if (inner.length > 0 || name === 'namespace') return false;
  return name !== 'class' || domain !== '' || /[A-Z.(]/.test(argument);
}

/** Returns a name with the class around it. */
function qualifiedName(signature: string, ctx: RstContext): string {
  const name = calledName(signature);
  // Some name the class in its members, and a package before the class: `shop.Request` and `Request.url`.
  const last = ctx.owner.slice(ctx.owner.lastIndexOf('.') + 1);
  if (last !== ctx.owner && name.startsWith(`${last}.`)) {
    return ctx.owner + name.slice(last.length);
  }
  return ctx.owner === '' || name.startsWith(`${ctx.owner}.`) ? name : `${ctx.owner}.${name}`;
}

/** Returns a name with its module. A name with the package around the module already has its own. */
function inModule(name: string, ctx: RstContext): string {
  const [top = ''] = ctx.module.split('.', 1);
  const isWhole = name.startsWith(`${top}.`) && top !== ctx.module;
  if (ctx.module === '' || isWhole || name.startsWith(`${ctx.module}.`)) return name;
  return `${ctx.module}.${name}`;
}

/**
 * Returns the signatures as written. A backslash at the end of a line joins it with the next one. A signature of CMake's
 * domain ends with the line that ends in a bracket.
 * https://cmake.org/cmake/help/latest/manual/cmake-developer.7.html
 */
function signaturesOf({ name, argument, head }: Directive): string[] {
  const signatures = [''];
  for (const line of [argument, ...head]) {
    const isCut = line.endsWith('\\');
    const isOpen = isCut || commands.test(name) || (name === 'signature' && !line.endsWith(')'));
    const last = signatures.pop()!;
    const text = (isCut ? line.slice(0, -1) : line).trim();
    signatures.push(last === '' ? text : `${last} ${text}`);
    if (!isOpen) signatures.push('');
  }
  return signatures.filter((one) => one !== '');
}

function titleOf({ name, domain }: Directive, argument: string, qualified: string): string {
  if (domain === 'http' || /^(?:get|post|put|patch|delete)$/.test(name)) {
    return `${name.toUpperCase()} ${argument}`;
  }
  return qualified.length < argument.length && /^[\w.]+$/.test(qualified) && !argument.includes(' ')
    ? qualified
    : unescape(argument);
}

/** Returns the dotted name in a signature, without return type, parameters and annotations. */
function calledName(signature: string): string {
  const bare = signature.replace(/^(?:(?:class|async|static|abstract|final)\s+)+/, '').trim();
  const match = /^(?:[\w$.:~-]|\\(?=[A-Za-z]))+/.exec(bare.replace(/^[!~]/, ''));
  return match?.[0].replace(/[.:]+$/, '') || bare;
}

/** Removes backslashes, except those of the namespaces of PHP. */
function unescape(text: string): string {
  return text.replace(/\\([^A-Za-z])/g, '$1');
}
