import type { LibrarySummary } from '../library-status.ts';
import { type Problem, problemOf } from '../error-responses.ts';
import type { Operations } from '../operations.ts';
import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { LecternError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import {
  type Asker,
  RateLimitExceeded,
  type RateLimits,
} from '../../identity/limits/rate-limits.ts';
import { formatLibraryId, parseLibraryId } from '../../search/library-id.ts';
import type { LibrarySearchResponse } from '../../search/libraries.ts';
import { DEFAULT_VERSION } from '../../store/snippet-index.ts';
import { listText, overviewText, searchText, statusLine, statusText } from './library-texts.ts';
import { errorCodes, McpError, ResourceNotFound } from './json-rpc.ts';
import {
  libraryOf,
  operatorTools,
  publicTools,
  type ToolDefinition,
  queryDocs,
} from './definitions.ts';
import { mistakeResult, textResult, type McpService, type ToolResult } from './service.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { validationMessage } from '../validation-message.ts';

/** What the tool servers of all callers share. */
export interface LocalServiceOptions {
  /** Returns the operations of the HTTP API with the rights of a caller. */
  operationsFor: (caller: Caller) => Operations;
  /** Shared, because it keeps the compiled schemas of the tools. */
  readArguments: ReturnType<typeof createArgumentReader>;
  /** Counts tool calls and reads; throws an error for the caller beyond the limit. */
  limits: RateLimits;
  /** Called with unexpected errors. */
  onFailure: (error: unknown) => void;
  /** Called after each tool call. */
  onCall: (call: { tool: string; outcome: CallOutcome }, seconds: number) => void;
}

/** The outcome of a call: a result, invalid arguments, a refusal, a failure, or a client that disconnected. */
type CallOutcome = 'answered' | 'mistake' | 'refused' | 'failed' | 'cancelled';

type Arguments = Record<string, string | number | undefined>;
/** What tools run with. */
interface ToolContext {
  operations: Operations;
  /** Name of the caller's project; absent if the caller names none. */
  project: string | undefined;
  signal: AbortSignal;
}

type Tool = (given: Arguments, context: ToolContext) => Promise<string>;

const toolHandlers: Record<string, Tool> = {
  'resolve-library-id': async ({ query, libraryName }, { operations, project, signal }) => {
    const found = await operations.json(
      'searchLibraries',
      { query: { query, libraryName, project } },
      signal,
    );
    return searchText(found as LibrarySearchResponse);
  },
  'query-docs': ({ libraryId, query, version, tokens }, { operations, project, signal }) =>
    operations.text(
      'getContext',
      { query: { libraryId: withVersion(String(libraryId), version), query, tokens, project } },
      signal,
    ),
  'list-libraries': async (_given, { operations, signal }) =>
    listText(await allLibraries(operations, signal)),
  'index-status': async ({ libraryId }, { operations, signal }) =>
    libraryId === undefined
      ? statusText(await allLibraries(operations, signal))
      : statusLine(await oneLibrary(String(libraryId), operations, signal)),
  'refresh-library': async ({ libraryId }, { operations, signal }) => {
    const body = { libraryName: libraryId };
    const answer = await operations.json('refreshLibrary', { body }, signal);
    return (answer as { message: string }).message;
  },
};

/**
 * Creates the tool server from the operations of the HTTP API, with the same results and errors. `project` names the
 * caller's project.
 */
export function createLocalService(
  options: LocalServiceOptions,
  asker: Asker,
  project?: string,
): McpService {
  const { readArguments, limits, onFailure, onCall } = options;
  const { caller } = asker;
  const operations = options.operationsFor(caller);
  const tools = mayAct(caller, 'member') ? [...publicTools, ...operatorTools] : publicTools;
  return {
    tools: async () => tools,

    async call(name, given, signal) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw unknownTool(name);
      const start = performance.now();
      const ended = (outcome: CallOutcome): void =>
        onCall({ tool: tool.name, outcome }, (performance.now() - start) / 1000);
      try {
        await limits.take(asker);
        const read = readArguments(tool, given);
        if ('mistake' in read) {
          ended('mistake');
          return mistakeResult(read.mistake);
        }
        const values = read.values as Arguments;
        const text = await toolHandlers[tool.name]!(values, { operations, project, signal });
        ended('answered');
        return textResult(text);
      } catch (error) {
        if (signal.aborted) {
          ended('cancelled');
          throw error;
        }
        const { status, body } = problemOf(error);
        ended(status >= 500 ? 'failed' : 'refused');
        if (status >= 500) onFailure(error);
        return refusal(tool, body);
      }
    },

    async read(uri, signal) {
      const id = libraryOf(uri);
      if (id === undefined) throw new ResourceNotFound(uri);
      try {
        await limits.take(asker);
        const text = overviewText(await oneLibrary(id, operations, signal));
        return { uri, mimeType: 'text/markdown', text };
      } catch (error) {
        if (error instanceof RateLimitExceeded)
          throw new McpError(errorCodes.refused, error.message);
        if (error instanceof LecternError && error.status < 500) throw new ResourceNotFound(uri);
        onFailure(error);
        throw error;
      }
    },
  };
}

/**
 * Returns a refusal as a result, with the names of the tool's arguments. Only the tools for operators set `isError`: those of Context7 return
 * plain text, and their clients expect it.
 */
function refusal(tool: ToolDefinition, { error, message }: Problem['body']): ToolResult {
  const known = tool.inputSchema.properties ?? {};
  const own = message.replaceAll(/(?:Query parameter|Field) "(\w+)"/g, (_, name: string) => {
    return `Argument "${Object.hasOwn(known, name) ? name : 'libraryId'}"`;
  });
  const text = error === 'invalid_library_id' ? `${own} resolve-library-id finds the ID.` : own;
  return publicTools.includes(tool) ? textResult(text) : mistakeResult(text);
}

function unknownTool(name: string): McpError {
  const shown = JSON.stringify(name.slice(0, 100));
  return new McpError(
    errorCodes.invalidParams,
    `Unknown tool ${shown}; tools/list lists the available tools.`,
  );
}

async function allLibraries(
  operations: Operations,
  signal: AbortSignal,
): Promise<LibrarySummary[]> {
  const answer = await operations.json('listLibraries', {}, signal);
  return (answer as { libraries: LibrarySummary[] }).libraries;
}

async function oneLibrary(
  id: string,
  operations: Operations,
  signal: AbortSignal,
): Promise<LibrarySummary> {
  return (await operations.json('getLibrary', { query: { id } }, signal)) as LibrarySummary;
}

/** Adds the version to the id. Throws if id and version differ, rather than choosing one of them. */
function withVersion(libraryId: string, version: string | number | undefined): string {
  if (version === undefined || version === '') return libraryId;
  const wanted = String(version);
  const named = parseLibraryId(libraryId);
  if (named.version !== DEFAULT_VERSION && named.version !== wanted) {
    const message = `libraryId names version ${named.version}, but version is ${wanted}; give one of them.`;
    throw new LecternError('validation_error', message);
  }
  return formatLibraryId({ id: named.id, version: wanted });
}

/** A tool's arguments with aliases resolved, or the mistake in them. */
export type ToolArguments = { values: Record<string, unknown> } | { mistake: string };

// Models remember these names from other servers. In resolve-library-id, `libraryName` is a regular argument.
const anyTool: Record<string, string[]> = { query: ['userQuery', 'question'] };
const ofQueryDocs: Record<string, string[]> = {
  libraryId: ['context7CompatibleLibraryID', 'libraryID', 'libraryName'],
};

/** Returns a parser of tool arguments. Compiles each schema at its first use. */
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
    return { mistake: validationMessage(check.errors ?? [], 'arguments').message };
  };
}

function renamed(tool: ToolDefinition, given: unknown): Record<string, unknown> {
  if (!isObject(given)) {
    // The schema reports that it must be an object.
    return given as Record<string, unknown>;
  }
  // Models that must name every argument send null for those that they do not need.
  const named = Object.entries(given).filter(([, value]) => value !== null);
  const values: Record<string, unknown> = Object.fromEntries(named);
  const aliases = tool === queryDocs ? { ...anyTool, ...ofQueryDocs } : anyTool;
  for (const [name, others] of Object.entries(aliases)) {
    const used = others.find((other) => Object.hasOwn(values, other));
    if (Object.hasOwn(values, name) || used === undefined) continue;
    values[name] = values[used];
    delete values[used];
  }
  // Models sometimes send numbers as text.
  const { tokens } = values;
  if (typeof tokens === 'string' && /^\d{1,9}$/.test(tokens)) values['tokens'] = Number(tokens);
  return values;
}
