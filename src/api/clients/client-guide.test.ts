import { describe, expect, test } from 'vitest';
import { clientGuide } from './client-guide.ts';
import { clientConfigurations } from './clients.ts';

const url = 'https://docs.example.com/lectern';

describe('clientGuide', () => {
  test.each(clientConfigurations.map((client) => [client.name, client] as const))(
    '%s is told the address of the server and where to put it',
    (_name, client) => {
      const { entry, files } = clientGuide(client, { url, withKey: false });
      expect(entry).toContain(url);
      expect(entry).not.toContain('undefined');
      expect(files.length).toBeGreaterThan(0);
    },
  );

  test('a server that wants a key has it taken from the environment, never written down', () => {
    const claude = clientConfigurations.find(({ id }) => id === 'claude-code')!;
    const guide = clientGuide(claude, { url, withKey: true });
    expect(guide.entry).toContain('Bearer ${LECTERN_API_KEY}');
    expect(guide).not.toHaveProperty('command');
  });
});
