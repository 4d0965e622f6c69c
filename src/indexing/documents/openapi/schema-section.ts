import { isObject, objectOf } from '../../../base/json.ts';
import type { Block, Section } from '../document.ts';
import { boundedJson } from './bounded-json.ts';
import { descriptionPieces } from './description-blocks.ts';
import { entriesOf, field, listOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { DescriptionContext } from './operation-section.ts';
import { refName, type Resolve } from './refs.ts';
import { exampleOf } from './schema-example.ts';
import {
  isWorthReading,
  propertyTable,
  schemaProperties,
  variantsOf,
} from './schema-properties.ts';
import { typeLabel, valueNotes } from './schema-type.ts';
import { boundedLines, brief, code, paragraphs } from './words.ts';

const maxSchemas = 3000;
const maxDescription = 1_200;
const maxExample = 900;

/** Returns one atomic section for each informative schema that has a name, or a file of its own that the sections so far refer to. The title of the API tells it from schemas of other APIs. */
export function schemaSections(title: string, context: DescriptionContext): Section[] {
  const { resolve } = context;
  const sections: Section[] = [];
  const shown = new Set<unknown>();
  for (const { name, schema, pointer } of namedSchemas(context)) {
    if (sections.length >= maxSchemas) break;
    if (!isObject(schema) || shown.has(schema) || !isWorthReading(schema, resolve)) continue;
    shown.add(schema);
    sections.push({
      headings: [title, `${brief(name, 150)} schema`],
      level: 3,
      anchor: pointer.toWellFormed(),
      blocks: schemaBlocks(schema, resolve),
      atomic: true,
    });
  }
  return sections;
}

interface NamedSchema {
  name: string;
  schema: unknown;
  pointer: string;
}

function* namedSchemas({ root, files, resolve }: DescriptionContext): Iterable<NamedSchema> {
  const places: [string, unknown][] = [
    ['/components/schemas/', field(resolve(field(root, 'components')).value, 'schemas')],
    ['/definitions/', field(root, 'definitions')],
    ['/$defs/', field(root, '$defs')],
  ];
  for (const [prefix, schemas] of places) {
    for (const [name, written] of entriesOf(resolve(schemas).value, maxSchemas)) {
      const schema = isInOtherFile(written) ? resolve(written).value : written;
      yield { name, schema, pointer: prefix + name };
    }
  }
  for (const [reference, schema] of files.elsewhere()) {
    if (isSchema(schema)) yield { name: refName(reference), schema, pointer: '' };
  }
}

const schemaWords = ['properties', 'allOf', 'oneOf', 'anyOf', 'enum'];

/** Returns whether a value is a schema, and not a parameter, a response or an example. */
function isSchema(value: unknown): boolean {
  if (!isObject(value) || ['in', 'content', 'schema'].some((word) => word in value)) return false;
  return schemaWords.some((word) => typeof value[word] === 'object');
}

/** An alias of a schema of the same file would repeat it. */
function isInOtherFile(schema: unknown): boolean {
  const reference = field(objectOf(schema), '$ref');
  return typeof reference === 'string' && !reference.startsWith('#');
}

function schemaBlocks(schema: JsonObject, resolve: Resolve): Block[] {
  const described = descriptionPieces(field(schema, 'description'), maxDescription).flat();
  const properties = schemaProperties(schema, resolve);
  const facts = paragraphs([
    `Type: ${code(typeLabel(schema, resolve))}${values(schema, resolve)}`,
    variantList(schema, resolve),
    properties.length > 0 ? propertyTable(properties) : '',
  ]);
  const example = exampleOf(schema, resolve, 'response');
  const json =
    typeof example === 'object' && example !== null ? boundedJson(example, maxExample) : '';
  const blocks: Block[] = [...described, { kind: 'text', text: facts }];
  return json === '' || json === '{}'
    ? blocks
    : [...blocks, { kind: 'code', language: 'json', code: json }];
}

function values(schema: JsonObject, resolve: Resolve): string {
  const notes = valueNotes(schema, resolve);
  return notes === '' ? '' : `. ${notes}`;
}

function variantList(schema: JsonObject, resolve: Resolve): string {
  const variants = variantsOf(schema);
  if (variants.length < 2) return '';
  const word = listOf(field(schema, 'oneOf')).length > 0 ? 'One of' : 'Any of';
  return `${word}:\n\n${boundedLines(
    variants.map((variant) => `- ${typeLabel(variant, resolve)}`),
    800,
  )}`;
}
