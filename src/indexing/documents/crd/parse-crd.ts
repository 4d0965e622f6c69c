import { objectOf } from '../../../base/json.ts';
import { RunError } from '../../../base/errors.ts';
import { boundBlocks } from '../code/bound-blocks.ts';
import type { Block, DocumentParser, Section } from '../document.ts';
import { descriptionBlocks } from '../openapi/description-blocks.ts';
import { entriesOf, field, listOf, textOf, type JsonObject } from '../openapi/json-values.ts';
import { describeProperty, propertyTable, type Property } from '../openapi/schema-properties.ts';
import { brief, code, paragraphs, sentences } from '../openapi/words.ts';
import { readDefinitions, type Definition } from './definitions.ts';
import { innerObject, kubernetesType, requiredOf } from './kubernetes-types.ts';
import { smallManifest } from './small-manifest.ts';

/**
 * Parses definitions of custom resources of Kubernetes. Returns a section for each kind, for its spec and its status, and for each larger object
 * in the spec. A section has a table of fields, as `kubectl explain` shows them. Types of Kubernetes itself are only named. Throws
 * RunError('Malformed') for a file without a definition.
 */
export const parseCrd: DocumentParser = ({ path, content }) => {
  const definitions = readDefinitions(path, content);
  const [first] = definitions;
  if (!first)
    throw new RunError('Malformed', `${path}: it defines no custom resource with a schema.`);
  const title = definitions.length === 1 ? `${first.group}/${first.version}` : first.group;
  const left = { fields: mostFields };
  return {
    title: brief(title, 200),
    sections: definitions.flatMap((one) => new Resource(one, left).sections()),
  };
};

/** Fields of all definitions of a file. Definitions with Kubernetes' own types in full have several thousand. */
const mostFields = 20_000;
/** Rows of one table. */
const mostRows = 300;
/** Sections of one kind. */
const mostSections = 150;
/** Objects in one another. */
const deepest = 12;
/** An object with as few fields in all is shown in the table of the object around it. */
const fewFields = 8;
const limits = { description: 1500 };

/** The sections of one kind. */
class Resource {
  private readonly definition: Definition;
  private readonly left: { fields: number };
  private readonly found: Section[] = [];
  /** Number of fields below an object. */
  private readonly sizes = new Map<JsonObject, number>();

  constructor(definition: Definition, left: { fields: number }) {
    this.definition = definition;
    this.left = left;
  }

  sections(): Section[] {
    const { kind, schema } = this.definition;
    const overview = this.section(kind, [
      ...descriptionBlocks(field(schema, 'description')),
      ...this.facts(),
    ]);
    const parts: [string, JsonObject][] = [];
    const rows: Property[] = [];
    for (const [name, property] of entriesOf(field(schema, 'properties'), mostRows)) {
      if (['apiVersion', 'kind', 'metadata'].includes(name)) continue;
      const inner = innerObject(property);
      if (inner) parts.push([name + inner.suffix, inner.schema]);
      else rows.push(describeProperty({ name, property, required: false }, asWritten));
    }
    if (rows.some(isDescribed)) overview.blocks.push({ kind: 'text', text: propertyTable(rows) });
    for (const [path, part] of parts) this.addObject(path, part, { depth: 0 });
    return this.found.length === 0 && !textOf(field(schema, 'description'))
      ? []
      : [overview, ...this.found];
  }

  private facts(): Block[] {
    const { group, version, names, scope } = this.definition;
    const facts = [
      `API version: ${code(brief(`${group}/${version}`, 200))}`,
      ...(scope === '' ? [] : [`Scope: ${brief(scope, 50)}`]),
      ...(names.length === 0
        ? []
        : [`Names: ${names.map((name) => code(brief(name, 100))).join(', ')}`]),
    ];
    const list = facts.map((fact) => `- ${fact}`).join('\n');
    return [
      { kind: 'text', text: list },
      { kind: 'code', language: 'yaml', code: smallManifest(this.definition) },
    ];
  }

  private section(title: string, blocks: Block[]): Section {
    const headings = title === this.definition.kind ? [title] : [this.definition.kind, title];
    const bounded = boundBlocks(blocks, { total: 40_000, text: 30_000 });
    return {
      headings: headings.map((one) => brief(one, 200)),
      level: headings.length,
      blocks: bounded,
      atomic: true,
    };
  }

  /** Adds the section of an object, and after it those of the objects in it that are large. */
  private addObject(path: string, schema: JsonObject, { depth }: { depth: number }): void {
    if (this.found.length >= mostSections || depth > deepest) return;
    const below: [string, JsonObject][] = [];
    const rows = this.rowsOf(schema, { prefix: '', path, depth, below });
    if (rows.some(isDescribed)) {
      const described = boundBlocks(descriptionBlocks(field(schema, 'description')), {
        total: limits.description,
      });
      const rules = depth === 0 ? rulesOf(schema) : '';
      const table: Block = { kind: 'text', text: paragraphs([rules, propertyTable(rows)]) };
      this.found.push(this.section(`${this.definition.kind} ${path}`, [...described, table]));
    }
    // What a controller reports has details for itself.
    if (path !== 'status')
      for (const [inner, part] of below) this.addObject(inner, part, { depth: depth + 1 });
  }

  /** Returns the fields of an object, with those of small objects in it. Adds larger ones to `below`. */
  private rowsOf(schema: JsonObject, place: Place): Property[] {
    const required = requiredOf(schema);
    const rows: Property[] = [];
    for (const [name, property] of entriesOf(field(schema, 'properties'), mostRows)) {
      if (this.left.fields <= 0 || place.depth > deepest) break;
      this.left.fields -= 1;
      const row = describeProperty(
        { name: place.prefix + name, property, required: required.has(name) },
        asWritten,
      );
      row.notes = sentences([row.notes, rulesOf(objectOf(property))]);
      const inner = innerObject(property);
      const type = inner && kubernetesType(inner.schema, name);
      if (type !== undefined) row.type = `Kubernetes ${type}${inner!.suffix}`;
      rows.push(row);
      if (!inner || type !== undefined) continue;
      const step = name + inner.suffix;
      const path = `${place.path}.${step}`;
      if (this.sizeOf(inner.schema, place.depth) > fewFields)
        place.below.push([path, inner.schema]);
      else
        rows.push(
          ...this.rowsOf(inner.schema, {
            ...place,
            prefix: `${place.prefix}${step}.`,
            path,
            depth: place.depth + 1,
          }),
        );
    }
    return rows;
  }

  /** Returns the number of fields of an object and of those in it, without Kubernetes' own types. */
  private sizeOf(schema: JsonObject, depth: number): number {
    const known = this.sizes.get(schema);
    if (known !== undefined) return known;
    // An alias of YAML can lead into the object itself.
    this.sizes.set(schema, 0);
    if (depth > deepest) return 0;
    let size = 0;
    for (const [name, property] of entriesOf(field(schema, 'properties'), mostRows)) {
      const inner = innerObject(property);
      size += 1;
      if (inner && !kubernetesType(inner.schema, name))
        size += this.sizeOf(inner.schema, depth + 1);
    }
    this.sizes.set(schema, size);
    return size;
  }
}

interface Place {
  /** The names of the small objects around, as the table shows them. */
  prefix: string;
  path: string;
  depth: number;
  below: [path: string, schema: JsonObject][];
}

/** Rules of one field that are shown. */
const mostRules = 5;

/**
 * Returns the messages of the rules that a value must follow. See
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules.
 */
function rulesOf(schema: JsonObject): string {
  const messages = listOf(field(schema, 'x-kubernetes-validations'), mostRules)
    .map((rule) => brief(textOf(field(objectOf(rule), 'message')), 200))
    .filter((message) => message !== '');
  return sentences(messages.map((message) => `Rule: ${message}`));
}

/** Definitions have no references. */
function asWritten(value: unknown): { value: JsonObject; name: string } {
  return { value: objectOf(value), name: '' };
}

function isDescribed({ description, notes }: Property): boolean {
  return description !== '' || notes !== '';
}
