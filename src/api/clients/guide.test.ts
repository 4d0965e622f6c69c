import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withEntry } from './client-file.ts';
import { clientConfigurations, type Connection, type Machine } from './clients.ts';

const guide = await readFile(new URL('../../../docs/guides/clients.md', import.meta.url), 'utf8');
const machine: Machine = { platform: 'linux', home: '~', project: '.', env: {} };
const url = 'http://127.0.0.1:7700';
const http: Connection = { kind: 'http', url: `${url}/mcp`, withKey: false };
const args = ['mcp', '--url', url];
const stdio: Connection = { kind: 'stdio', command: 'lectern', args, withKey: false };

test.each(clientConfigurations.map((client) => [client.name, client] as const))(
  'the guide shows for %s what lectern setup writes, and where',
  (name, client) => {
    const [, section] = new RegExp(`^## ${name}\n(.*?)(?=^## )`, 'ms').exec(guide)!;
    const entry = withEntry(client, client.entry(http) ? http : stdio, '');
    const [, shown] = new RegExp(`^\`\`\`${client.format}\n(.*?)^\`\`\`$`, 'ms').exec(section!)!;
    if (client.format === 'toml') expect(shown).toBe(entry);
    else expect(JSON.parse(shown!)).toEqual(JSON.parse(entry));
    expect(section).toContain(`lectern setup ${client.id}`);
    expect(section).toContain(client.userFile(machine));
    if (client.projectFile) expect(section).toContain(client.projectFile(machine));
    if (client.command) expect(section).toContain(client.command(`${url}/mcp`));
    if (client.note) expect(section!.replaceAll(/\s+/g, ' ')).toContain(client.note);
    expect(section).toContain(client.documentation);
  },
);
