import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import type { Directive } from './directive.ts';

const names = new Set(
  'function class method staticmethod classmethod coroutinefunction attribute property data exception decorator decoratormethod macro type struct union enum enumerator var member concept interface trait namespace envvar option cmdoption confval setting describe object opcode pdbcommand get post put patch delete django-admin django-admin-option templatetag templatefilter fieldlookup autoclass autofunction automethod autoexception autodata autoattribute autoproperty autodecorator automodule'.split(
    ' ',
  ),
);

const pythonKinds =
  /^(?:auto)?(?:function|class|method|staticmethod|classmethod|coroutinefunction|attribute|property|data|exception|decorator|decoratormethod|module)$/;
const options = /^(?:option|cmdoption|django-admin-option)$/;
const containers = /^(?:auto)?(?:class|exception|interface|struct|trait)$/;

/**
 * Returns a documented class, function or option with its content; undefined for other directives.
 */
export function symbolPieces(directive: Directive, ctx: RstContext): Piece[] | undefined {
  const { name, domain, argument } = directive;
  if (argument === '' || (!names.has(name) && domain !== 'rst')) return undefined;
  const python = (domain === '' || domain === 'py') && pythonKinds.test(name);
  const qualified = python ? qualifiedName(argument, ctx) : calledName(argument);
  const inner = readBody(directive, qualified, ctx);
  const alone = inner.length === 0 ? withoutBody(name, argument) : undefined;
  if (alone) return alone;
  if (!python) {
    return [{ kind: 'symbol', title: title(directive, qualified), pieces: inner }];
  }
  const signature = argument.includes('(') ? signatureOf(directive) : '';
  return [
    {
      kind: 'symbol',
      title: qualified,
      anchor: inModule(qualified, ctx),
      pieces: [...codePieces(signature, 'python'), ...inner],
    },
  ];
}

/** Returns what a directive without a body shows; undefined if it is a symbol like others. */
function withoutBody(name: string, argument: string): Piece[] | undefined {
  // The signature of an autodoc directive is in the source code. Without text of its own, the
  // directive has no content.
  if (name.startsWith('auto')) return [];
  // Django describes an option below the directive, and not inside it.
  return options.test(name) ? textPieces(`\`${unescape(argument)}\``) : undefined;
}

function readBody(directive: Directive, qualified: string, ctx: RstContext): Piece[] {
  const outer = ctx.owner;
  if (containers.test(directive.name)) ctx.owner = qualified;
  const pieces = ctx.blocks(directive.body);
  ctx.owner = outer;
  return pieces;
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

/** Returns the signatures as written, one on each line. */
function signatureOf({ argument, head }: Directive): string {
  return [argument, ...head].map((line) => unescape(line.replace(/\\$/, '').trim())).join('\n');
}

function title({ name, domain, argument }: Directive, qualified: string): string {
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
  const match = /^[\w$.:~-]+/.exec(bare.replace(/^[!~]/, ''));
  return match?.[0].replace(/[.:]+$/, '') || bare;
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
