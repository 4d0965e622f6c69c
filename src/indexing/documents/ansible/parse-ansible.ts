import { objectOf } from '../../../base/json.ts';
import { cleanText, inlineCode, singleSpaced } from '../clean.ts';
import type { DocumentParser } from '../document.ts';
import { longFenced } from '../fences.ts';
import { readYamlObject } from '../includes/yaml-object.ts';
import { parseMarkdown } from '../markdown/markdown.ts';
import { entriesOf, field, listOf, textOf, type JsonObject } from '../openapi/json-values.ts';
import { ansibleText } from './ansible-text.ts';
import { dedentBlock } from '../indentation.ts';

/**
 * Parses a module or a plugin of Ansible: its description, its options, its examples, and what it returns. Reads them from strings of Python, or
 * from YAML beside a program in another language. See https://docs.ansible.com/ansible/latest/dev_guide/developing_modules_documenting.html.
 */
export const parseAnsible: DocumentParser = (document) => {
  const plugin = readPlugin(document.path, cleanText(document.content));
  const [name = '', folder] = document.path
    .replace(/\.\w+$/, '')
    .split('/')
    .reverse();
  const lines =
    folder === 'doc_fragments'
      ? fragmentLines(name, plugin.descriptions)
      : pluginLines(name, plugin);
  // Options that plugins share can be only attributes.
  if (lines.length === 0) return { title: name, sections: [] };
  return parseMarkdown({ ...document, format: 'markdown', content: lines.join('\n') });
};

interface Plugin {
  /** Several for options that plugins share. */
  descriptions: JsonObject[];
  /** YAML. */
  examples: string;
  results: JsonObject;
}

/** A string of a program in Python whose name is in capitals. */
const pythonString =
  /^[ \t]{0,8}([A-Z][A-Z\d_]{2,60})[ \t]{0,9}=[ \t]{0,9}([rR]?)("""|'''|"(?!"")|'(?!''))/gm;

function readPlugin(path: string, content: string): Plugin {
  if (/\.ya?ml$/.test(path)) {
    const all = readYamlObject(content);
    return {
      descriptions: [objectOf(all.DOCUMENTATION)],
      examples: textOf(all.EXAMPLES),
      results: objectOf(all.RETURN),
    };
  }
  const strings = stringsOf(content);
  const { EXAMPLES = '', RETURN = '', ...others } = Object.fromEntries(strings);
  return {
    descriptions: Object.values(others).map(readYamlObject),
    examples: EXAMPLES,
    results: readYamlObject(RETURN),
  };
}

/** Returns the strings of a program by their names. */
function stringsOf(content: string): Map<string, string> {
  const found = new Map<string, string>();
  pythonString.lastIndex = 0;
  for (let match = pythonString.exec(content); match; match = pythonString.exec(content)) {
    const [, name = '', raw = '', quote = ''] = match;
    const end = content.indexOf(quote, pythonString.lastIndex);
    if (end === -1) break;
    const text = content.slice(pythonString.lastIndex, end);
    if (!found.has(name)) found.set(name, raw === '' ? text.replaceAll('\\\\', '\\') : text);
    pythonString.lastIndex = end + quote.length;
  }
  return found;
}

function pluginLines(file: string, { descriptions, examples, results }: Plugin): string[] {
  const about = descriptions.find((one) => field(one, 'short_description') !== undefined);
  if (!about) return [];
  const short = nameOf(about) || file;
  const name = fullName(short, examples);
  const title = ansibleText(textOf(field(about, 'short_description'))).replace(/\.$/, '');
  return [
    `# ${name}: ${singleSpaced(title)}`,
    '',
    ...deprecation(objectOf(field(about, 'deprecated'))),
    ...paragraphs(field(about, 'description')),
    ...listSection('Requirements', field(about, 'requirements')),
    ...optionSection('Parameters', field(about, 'options')),
    ...shared(about),
    ...listSection('Notes', field(about, 'notes')),
    ...exampleSection(examples),
    ...optionSection('Return values', results),
  ];
}

/** The keys for the name of a plugin, of which all but the second say its kind. */
const kinds =
  'module,name,become,cache,callback,connection,filter,inventory,lookup,test,vars'.split(',');

function nameOf(about: JsonObject): string {
  return kinds.map((kind) => textOf(field(about, kind))).find((name) => name !== '') ?? '';
}

/** Returns a name with that of its collection, as examples write it. */
function fullName(name: string, examples: string): string {
  if (!/^\w{1,100}$/.test(name)) return name;
  const [full] = new RegExp(`\\b[a-z]\\w{0,60}\\.[a-z]\\w{0,60}\\.${name}\\b`).exec(examples) ?? [];
  return full ?? name;
}

/** Returns the options that several plugins have. */
function fragmentLines(name: string, descriptions: readonly JsonObject[]): string[] {
  const options = descriptions.flatMap((one) => entriesOf(field(one, 'options')));
  if (options.length === 0) return [];
  return [`# ${name}: Options that several plugins have`, '', ...itemLines(options, '', 0)];
}

/** Options that the site of Ansible shows with each plugin. Attributes are no options. */
function shared(about: JsonObject): string[] {
  const written = field(about, 'extends_documentation_fragment');
  const names = (Array.isArray(written) ? listOf(written).map(textOf) : textOf(written).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !/attributes\b/.test(name));
  if (names.length === 0) return [];
  return ['', `It also has the options of ${names.map(inlineCode).join(', ')}.`, ''];
}

function deprecation(deprecated: JsonObject): string[] {
  const why = ansibleText(textOf(field(deprecated, 'why')));
  const instead = ansibleText(
    textOf(field(deprecated, 'alternative') ?? field(deprecated, 'alternatives')),
  );
  if (why === '' && instead === '') return [];
  return [`**Deprecated:** ${[why, instead].filter(Boolean).join(' Instead: ')}`, ''];
}

/** Returns the texts of a text or of a list of them. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? listOf(value).map(textOf) : [textOf(value)])
    .map((text) => ansibleText(text))
    .filter((text) => text !== '');
}

function paragraphs(value: unknown): string[] {
  return textsOf(value).flatMap((text) => [text, '']);
}

function listSection(title: string, value: unknown): string[] {
  const items = textsOf(value);
  return items.length === 0 ? [] : [`## ${title}`, '', ...items.map((text) => `- ${text}`), ''];
}

function optionSection(title: string, options: unknown): string[] {
  const lines = itemLines(entriesOf(options), '', 0);
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

/** Options in one another. */
const deepest = 6;

/** Returns the items of a list of options, or of values that a plugin returns. */
function itemLines(
  options: readonly (readonly [string, unknown])[],
  indent: string,
  depth: number,
): string[] {
  return options.flatMap(([name, value]) => {
    const option = objectOf(value);
    const facts = factsOf(option);
    const head = `${inlineCode(name)}${facts === '' ? '' : ` (${facts})`}`;
    const inner = entriesOf(
      field(option, 'suboptions') ?? field(option, 'contains') ?? field(option, 'options'),
    );
    return [
      `${indent}- ${head}: ${singleSpaced(textsOf(field(option, 'description')).join(' '))}`.trimEnd(),
      ...choiceLines(field(option, 'choices'), `${indent}  `),
      ...(depth < deepest ? itemLines(inner, `${indent}  `, depth + 1) : []),
    ];
  });
}

/** Maximum length of a default or of a sample. */
const longestValue = 200;

/** Returns what is known of an option: its type, whether it is needed, what it can be, and its default. */
function factsOf(option: JsonObject): string {
  const type = textOf(field(option, 'type'));
  const elements = textOf(field(option, 'elements'));
  const choices = listOf(field(option, 'choices')).map((choice) => inlineCode(textOf(choice)));
  const aliases = listOf(field(option, 'aliases')).map((alias) => inlineCode(textOf(alias)));
  return [
    elements === '' ? type : `${type} of ${elements}`,
    /^(?:true|yes)$/i.test(textOf(field(option, 'required'))) ? 'required' : '',
    choices.length === 0 ? '' : `one of ${choices.join(', ')}`,
    named('default', valueOf(field(option, 'default'))),
    named('alias', aliases.join(', ')),
    named('returned', ansibleText(textOf(field(option, 'returned'))).replace(/\.$/, '')),
    named('example', valueOf(field(option, 'sample'))),
    named('since', textOf(field(option, 'version_added'))),
  ]
    .filter(Boolean)
    .join('; ');
}

function named(label: string, value: string): string {
  return value === '' ? '' : `${label} ${value}`;
}

/** Returns a value on one line as code; '' for none and for a long one. */
function valueOf(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : singleSpaced(textOf(value));
  return text.length > longestValue ? '' : inlineCode(text);
}

const mostChoices = 100;

/** Returns the choices that have descriptions. */
function choiceLines(choices: unknown, indent: string): string[] {
  return entriesOf(choices, mostChoices).map(
    ([name, value]) => `${indent}- ${inlineCode(name)}: ${textsOf(value).join(' ')}`,
  );
}

function exampleSection(examples: string): string[] {
  const code = dedentBlock(examples.replace(/^\s*---[ \t]*\n/, '').split('\n'));
  return code.length === 0 ? [] : ['## Examples', '', ...longFenced(code, 'yaml'), ''];
}
