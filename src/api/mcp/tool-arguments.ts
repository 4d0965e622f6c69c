import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { explain } from '../explain.ts';
import { queryDocs, type ToolDefinition } from './tool-definitions.ts';

/** A tool's arguments after aliases, or what is wrong with them. */
export type ToolArguments = { values: Record<string, unknown> } | { mistake: string };

// Names that models use from memory of other servers. `libraryName` is an argument of its own of resolve-library-id.
const anyTool: Record<string, string[]> = { query: ['userQuery', 'question'] };
const ofQueryDocs: Record<string, string[]> = {
  libraryId: ['context7CompatibleLibraryID', 'libraryID', 'libraryName'],
};

/** Reads what a model gave as arguments; schemas are compiled when first used. */
export function createArgumentReader(): (tool: ToolDefinition, given: unknown) => ToolArguments {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  const compiled = new Map<string, ValidateFunction>();
  return (tool, given) => {
    const values = renamed(tool, given ?? {});
    let check = compiled.get(tool.name);
    if (!check) {
      check = ajv.compile(tool.inputSchema);
      compiled.set(tool.name, check);
    }
    if (check(values)) return { values };
    return { mistake: explain(check.errors ?? [], 'arguments').message };
  };
}

function renamed(tool: ToolDefinition, given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    // Whatever it is, the schema says that it must be an object.
    return given as Record<string, unknown>;
  }
  const values: Record<string, unknown> = { ...given };
  const aliases = tool === queryDocs ? { ...anyTool, ...ofQueryDocs } : anyTool;
  for (const [name, others] of Object.entries(aliases)) {
    const used = others.find((other) => Object.hasOwn(values, other));
    if (Object.hasOwn(values, name) || used === undefined) continue;
    values[name] = values[used];
    delete values[used];
  }
  // Models write numbers as text now and then.
  const { tokens } = values;
  if (typeof tokens === 'string' && /^\d{1,9}$/.test(tokens)) values['tokens'] = Number(tokens);
  return values;
}
