import { labelLine, singleSpaced } from '../clean.ts';
import { capitalized } from '../text-pieces.ts';
import { commandFor } from './package-command.ts';

const title =
  /\b(?:label|title|header|heading|name|summary|tab|filename)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`{}]*)["'`]\s*\})/;
const tabs =
  /^(?:Tab|TabItem|Block|TabPane|TabPanel|TabsContent|CodeGroupItem|CodeBlock|Snippet|Code)$/;

/** Returns what a tag itself shows: the title of its component. */
export function wordsOf(name: string, tag: string): string[] {
  if (tag.startsWith('</') || name.endsWith('Icon')) return [];
  const field = fieldOf(name, tag);
  if (field !== undefined) return [field, ''];
  const endpoint = endpointOf(name, tag);
  if (endpoint !== undefined) return [endpoint, ''];
  const label = labelOf(name, tag) ?? noteOf(name, tag);
  const title = tabs.test(name) ? label && labelLine(label) : label && `**${label}**`;
  const words = [title, signatureOf(tag), title && descriptionOf(tag)];
  return words.flatMap((text) => (text === undefined || text === '' ? [] : [text, '']));
}

const signature =
  /\s(?:\w{1,30}S|s)ignature\s{0,9}=\s{0,9}(?:"([^"`]{1,2000})"|'([^'`]{1,2000})'|\{\s{0,9}["'`]([^"'`]{1,2000})["'`]\s{0,9}\})/;

/** Returns the signature of a symbol whose component holds its description, as in `<APIItem functionSignature="cut(wood: Wood)">`. */
function signatureOf(tag: string): string | undefined {
  const text = valueIn(signature.exec(tag));
  return text === '' ? undefined : `\`${text}\``;
}

const description =
  /\sdesc(?:ription)?\s{0,9}=\s{0,9}(?:"([^"]{1,1000})"|'([^']{1,1000})'|\{\s{0,9}["'`]([^"'`{}]{1,1000})["'`]\s{0,9}\})/;

/** Returns the text of a card or a property that has no content, as in `<Card title="Oil" description="Keeps a saw clean." />`. */
function descriptionOf(tag: string): string {
  if (!tag.endsWith('/>')) return '';
  return valueIn(description.exec(tag)).replaceAll('<', '&lt;').replaceAll('\\n', ' ');
}

/** Returns the value of an attribute in any notation, on one line. */
function valueIn(found: RegExpExecArray | null): string {
  const value = found?.slice(1).find((group) => group !== undefined) ?? '';
  return singleSpaced(value);
}

const fieldName =
  /\s(path|query|body|header|name)\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})')/;
const fieldType = /\stype\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})')/;
const fieldDefault =
  /\sdefault(?:Value)?\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})'|\{([^{}]{1,300})\})/;
const fieldFlag = /\s(required|optional|deprecated)(?=[\s/>=])(?!\s{0,9}=\s{0,9}\{\s{0,9}false)/g;

/** A component of a site of its own, or of Tailwind's Protocol, as in `<Property name="edge" type="string">`. */
const siteField = /(?:^|[a-z])(?:Param|Parameter|Prop|Property|Attribute|Arg|Argument|Option)$/;

/**
 * Returns the name of a parameter or of a value in a response, and what Mintlify and other sites show beside it; undefined
 * for every other component. See https://mintlify.com/docs/components/fields.
 */
function fieldOf(component: string, tag: string): string | undefined {
  const isMintlify = /^(?:Param|Response)Field$/.test(component);
  if (!isMintlify && !(siteField.test(component) && fieldType.test(tag))) return undefined;
  const [, place = '', ...names] = fieldName.exec(tag) ?? [];
  const name = names.find((one) => one !== undefined);
  if (name === undefined) return undefined;
  const [type, fallback] = [fieldType, fieldDefault].map((pattern) =>
    pattern
      .exec(tag)
      ?.slice(1)
      .find((one) => one !== undefined),
  );
  const flags = tag.replace(/"[^"]*"|'[^']*'/g, '""').matchAll(fieldFlag);
  const facts = [
    type && `\`${type}\``,
    /^(?:query|header)$/.test(place) && place,
    ...Array.from(flags, ([, flag]) => flag),
    fallback && `default \`${fallback}\``,
  ].filter(Boolean);
  const words = facts.length === 0 ? `**${name}**` : `**${name}** (${facts.join(', ')})`;
  const text = descriptionOf(tag);
  return text === '' ? words : `${words}: ${text}`;
}

const endpointMethod =
  /\smethod\s{0,9}=\s{0,9}\{?["'](get|post|put|patch|delete|head|options)["']/i;
const endpointPath =
  /\s(?:path|endpoint|url|route)\s{0,9}=\s{0,9}\{?["']((?:https?:\/)?\/[^"'\s]{0,300})["']/;

/** Returns the method and the path that a component says of an operation of an API, as in `<MethodEndpoint method="get" path="/saws" />`. */
function endpointOf(component: string, tag: string): string | undefined {
  const [, method] = endpointMethod.exec(tag) ?? [];
  const [, path] = endpointPath.exec(tag) ?? [];
  const isEndpoint = /^[A-Z]/.test(component) && method !== undefined && path !== undefined;
  return isEndpoint ? `\`${method.toUpperCase()} ${path}\`` : undefined;
}

const routePath = /^(\/[^<>`]{0,1000})<\/[A-Z]\w{0,50}>$/;
const routeLink = /\[([^[\]]{0,200})\]\([^()]{0,300}\)/g;

/** Returns the method and the path of an operation whose component holds the path, as in `<Route method="GET">/saws/\{id\}</Route>`. */
export function routeOf(tag: string, rest: string): string[] | undefined {
  const [, method] = endpointMethod.exec(tag) ?? [];
  const [, path] = routePath.exec(rest.trim()) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const plain = path.replace(routeLink, '$1').replace(/\\(?=[{}_])/g, '');
  return [`\`${method.toUpperCase()} ${plain}\``, ''];
}

/** Names of components that show a command for each package manager, as `<CommandTabs npm="npm i x" yarn="yarn add x" />`, or one. */
const commandTabs = /command|install|package|run|terminal/i;
const commandOf =
  /\b(?:npm|yarn|pnpm|bun|deno|cargo|bash|sh|command)\s*=\s*(?:"([^"]+)"|'([^']+)')/g;
/** What package managers do, without the name of one, as in `<PackageManagerTabs command="install -D saw" />` of Rspress. */
const managed = /^(?:i|install|add|create|run|exec|uninstall|remove)\s/;
const packages = /\s(?:pkg|packages?)\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})')/;
const action = /\stype\s{0,9}=\s{0,9}["'](add|create|exec|dlx|run)["']/;
const extra = /\sargs\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})')/;

/** Returns the commands of such a component as code; undefined for every other component. */
export function commandsOf(name: string, tag: string): string[] | undefined {
  if (!commandTabs.test(name)) return undefined;
  const given = Array.from(tag.matchAll(commandOf), ([, double, single = '']) =>
    whole(name, (double ?? single).trim()),
  );
  const commands = [...given, packageCommandOf(tag)].filter((command) => command.includes(' '));
  return commands.length === 0 ? undefined : ['```sh', ...commands, '```'];
}

/** Returns a command with its program; '' if only the component knows that. */
function whole(component: string, command: string): string {
  if (!managed.test(command)) return command;
  return /package/i.test(component) ? `npm ${command}` : '';
}

/**
 * Returns the command of a component that names only packages, as in `<PackageManagers pkg="x" type="create" />`; '' for every other component. See
 * https://starlight-package-managers.vercel.app/usage/.
 */
function packageCommandOf(tag: string): string {
  const names = valueIn(packages.exec(tag));
  const kind = action.exec(tag)?.[1] ?? 'add';
  if (names === '') return '';
  const words = `${names} ${valueIn(extra.exec(tag))}`.trim();
  return commandFor(kind === 'add' && /\sdev\b/.test(tag) ? 'add-dev' : kind, words);
}

/** Returns the title of a component. The label of a tab of Docusaurus is its value by default. */
function labelOf(name: string, tag: string): string | undefined {
  const label = titleOf(tag);
  if (label !== undefined || name !== 'TabItem') return label;
  const value = /\svalue\s{0,9}=\s{0,9}["']([^"'{}]{1,100})["']/.exec(tag)?.[1];
  return value !== undefined && /[A-Za-z]/.test(value) ? value : undefined;
}

/** Components around a note, which name its kind themselves or in an attribute. */
const noteTag = /^(?:Note|Tip|Info|Important|Warning|Caution|Danger)$/;
const typedNote = /^(?:Aside|Callout|Admonition)$/;
const noteType =
  /\s(?:type|variant)\s{0,9}=\s{0,9}["'](note|tip|info|important|warning|caution|danger|error)["']/;

/** Returns the kind of a note of Mintlify, Starlight, Nextra and others as its title. */
function noteOf(name: string, tag: string): string | undefined {
  if (tag.endsWith('/>')) return undefined;
  const kind = typedNote.test(name) ? noteType.exec(tag)?.[1] : noteTag.exec(name)?.[0];
  return kind && capitalized(kind);
}

/** A name by which a component without content finds what it shows, such as a picture: `forms/fields/simple`, `button-demo`. */
const key = /^[a-z\d]\w*(?:[-/]\w+)+$/;

/** A component that shows what its name says, and the metadata of a page. */
const preview = /^<(?:\w{0,50}Preview|Meta)\s/;

/** Returns the title that an attribute of a component says; undefined if there is none. */
export function titleOf(written: string): string | undefined {
  // A value of several lines is text, which can look like an attribute.
  const tag = written.replace(/"[^"]*"|`(?:[^`\\]|\\[\s\S])*`/g, (value) =>
    value.includes('\n') ? '""' : value,
  );
  const [found = '', double, single, expression] = title.exec(tag) ?? [];
  const text = (double ?? single ?? expression)?.trim() ?? '';
  const isKey = preview.test(tag) || (tag.endsWith('/>') && key.test(text));
  return text === '' || (isKey && found.startsWith('name')) ? undefined : text;
}
