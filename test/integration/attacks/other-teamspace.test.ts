import { beforeAll, describe, expect, test } from 'vitest';
import { methods } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { makeLibrary } from '../../support/library.ts';
import { record } from '../../support/fake-stores.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';
import { askLegacy, askModern, type RpcAnswer } from '../mcp/rpc.ts';

// A served library with snippets and a tag, which could leak, and an unused id of the same length.
const secret = '/acme/web';
const unknown = '/acme/wob';
const hidden = { visibility: 'private', teamspace: 'docs' } as const;

/** The parts of the OpenAPI document from which the test builds requests. */
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Schema {
  $ref?: string;
  type?: string;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** A request that names a library. `idOf` writes the id in the format of the operation. */
interface Way {
  name: string;
  method: string;
  path: (id: string) => string;
  body: (id: string) => unknown;
}

const document: any = loadDescription(); // oxlint-disable-line typescript/no-explicit-any -- walked by path
const idSchemas = /\/(LibraryId|LibraryIdWithVersion|ProjectId|ExportedId|ExportedLibrary)$/;

function resolved<Entry extends { $ref?: string }>(entry: Entry): Entry {
  const keys = entry.$ref?.slice(2).split('/') ?? [];
  return entry.$ref ? keys.reduce((found, key) => found[key], document) : entry;
}

const isId = (schema: Schema): boolean => idSchemas.test(schema.$ref ?? '');

/** Returns every request of the OpenAPI document that can name a library. */
function waysIn(): Way[] {
  const entries = Object.entries<Record<string, Operation> & { parameters?: Parameter[] }>(
    document.paths,
  );
  return entries.flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return wayOf({ path, method, parameters: parameters.map(resolved), operation });
    }),
  );
}

function wayOf({
  path,
  method,
  parameters,
  operation,
}: {
  path: string;
  method: string;
  parameters: Parameter[];
  operation: Operation;
}): Way[] {
  const content = operation.requestBody?.content['application/json'];
  const { properties = {}, required = [] } = content ? resolved(content.schema) : {};
  const inBody = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) && (isId(schema) || isId(schema.items ?? {})),
  );
  if (inBody.length === 0 && !parameters.some(({ schema }) => isId(schema))) return [];
  const valueOf = (parameter: Parameter, id: string): string =>
    isId(parameter.schema) ? id : 'route';
  return [
    {
      name: operation.operationId,
      method: method.toUpperCase(),
      path(id) {
        const query = parameters
          .filter((one) => one.in === 'query' && (one.required || isId(one.schema)))
          .map((one): [string, string] => [one.name, valueOf(one, id)]);
        const filled = path.replaceAll(/\{\*?\w+\}/g, id.slice(1));
        return query.length > 0 ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
      },
      body: (id) =>
        content &&
        Object.fromEntries(inBody.map(([name, schema]) => [name, isId(schema) ? id : [id]])),
    },
  ];
}

const ways = waysIn();

test('the description names libraries in the operations that are tried here', () => {
  expect(ways.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'getContext',
      'getLibrary',
      'deleteLibrary',
      'benchmarkLibrary',
      'refreshLibrary',
      'refreshProject',
      'exportLibrary',
      'exportLibraries',
    ]),
  );
});

let server: ApiServer;
const keys: Record<string, string | undefined> = {};
beforeAll(async () => {
  server = await startApi({
    libraries: [makeLibrary({ spec: { id: secret, versions: ['v1'], ...hidden } })],
    records: [record(secret, { ...hidden, versions: ['v1'], formerIds: ['/acme/old'] })],
  });
  for (const [caller, teamspace] of Object.entries({
    colleague: 'docs',
    stranger: 'other',
    anybody: 'default',
  })) {
    keys[caller] = (await server.keys.create({ name: caller, role: 'member', teamspace })).key;
  }
  // The owner of a teamspace has no rights in other teamspaces.
  await server.send('POST', '/api/v1/users', { id: 'eve', name: 'Eve' });
  await server.send('PUT', '/api/v1/teamspaces/other/members/eve', { role: 'owner' });
  const own = { name: 'owner', userId: 'eve', teamspace: 'other' };
  keys['owner'] = (await server.send('POST', '/api/v1/keys', own)).json.key;
  return server.close;
});

const bearer = (caller: string): Record<string, string> =>
  keys[caller] === undefined ? {} : { authorization: `Bearer ${keys[caller]}` };

/** Returns everything in a response that a caller can compare, without the id. */
async function seen(
  way: Way,
  id: string,
  caller: string,
): Promise<{ status: number; all: string }> {
  const answer = await server.send(way.method, way.path(id), way.body(id), bearer(caller));
  const headers = [...answer.headers].filter(([name]) => !/^(x-request-id|date)$/.test(name));
  const all = JSON.stringify([answer.status, headers, answer.text]);
  return { status: answer.status, all: all.replaceAll(/acme\/w[eo]b/g, 'ID') };
}

describe.each([
  ['a member of another teamspace', 'stranger'],
  ['the owner of another teamspace', 'owner'],
  ['anybody with a key', 'anybody'],
  ['anybody without one', 'nobody'],
])('to %s', (_who, caller) => {
  test.each(ways)(
    'a private library of another teamspace looks like an unknown one, by $name',
    async (way) => {
      for (const suffix of way.name === 'getContext' ? ['', '/v1', '@v1', '/v2'] : ['']) {
        const found = await seen(way, secret + suffix, caller);
        const missing = await seen(way, unknown + suffix, caller);
        expect([401, 403, 404]).toContain(found.status);
        expect(found.all).toBe(missing.all);
      }
    },
  );

  test.each([
    ['without a handshake', askModern],
    ['with one', askLegacy],
  ])('the same for every tool of the protocol %s', async (_era, ask) => {
    const { json } = await ask(server.url, 'tools/list', {}, bearer(caller));
    const tools: { name: string; inputSchema: Schema }[] = json.result.tools;
    const naming = tools.filter(({ inputSchema }) => inputSchema.properties?.['libraryId']);
    expect(naming.map(({ name }) => name)).toContain('query-docs');
    const call = async (tool: (typeof naming)[number], id: string): Promise<string> => {
      const given = Object.keys(tool.inputSchema.properties ?? {}).map((name) => [name, 'route']);
      const args = { ...Object.fromEntries(given), libraryId: id };
      const params = { name: tool.name, arguments: pick(args, tool.inputSchema.required ?? []) };
      return told(await ask(server.url, 'tools/call', params, bearer(caller)), id);
    };
    for (const tool of naming) expect(await call(tool, secret)).toBe(await call(tool, unknown));
    const read = async (id: string): Promise<string> => {
      const uri = `lectern://library${id}`;
      return told(await ask(server.url, 'resources/read', { uri }, bearer(caller)), id);
    };
    expect(await read(secret)).toBe(await read(unknown));
  });

  test('no list, search or count reveals it', async () => {
    const paths = ['/api/v1/libraries', '/api/v2/policies', '/api/parse-status'];
    const searched = ['web', secret, 'acme'].map(
      (name) => `/api/v2/libs/search?libraryName=${encodeURIComponent(name)}&query=routes`,
    );
    for (const path of [...paths, ...searched]) {
      const { text } = await server.get(path, bearer(caller));
      expect(text.replaceAll(/No libraries found for [^.]*/g, '')).not.toContain(secret);
    }
    const policies = await server.get('/api/v2/policies', bearer(caller));
    // Everyone may ask /acme/web and /acme/moved.
    if (policies.status === 200) expect(policies.json.accessibleLibraryCount).toBe(2);
  });
});

test('the callers of this test have the expected identities', async () => {
  for (const caller of ['colleague', 'stranger', 'owner', 'anybody']) {
    expect((await server.get('/api/v2/policies', bearer(caller))).status).toBe(200);
  }
  const own = await server.get('/api/v1/teamspaces/other/members', bearer('owner'));
  expect(own.json.members).toEqual([expect.objectContaining({ userId: 'eve', role: 'owner' })]);
});

test('a member of its teamspace gets answers from it, by HTTP and by the tools', async () => {
  const path = `/api/v2/context?libraryId=${secret}&query=route`;
  expect((await server.get(path, bearer('colleague'))).text).toContain('Declare a route');
  const params = { name: 'query-docs', arguments: { libraryId: secret, query: 'route' } };
  const { text } = await askModern(server.url, 'tools/call', params, bearer('colleague'));
  expect(text).toContain('Declare a route');
});

function pick(args: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, args[name]]));
}

function told({ status, text }: RpcAnswer, id: string): string {
  return `${status} ${text.replaceAll(id, 'ID')}`;
}
