import { describe, expect, test } from 'vitest';
import { clientGuide } from './client-guide.ts';
import { clientConfigurations } from './clients.ts';

const url = 'https://docs.example.com/lectern';

describe('clientGuide', () => {
  test.each(clientConfigurations.map((client) => [client.name, client] as const))(
    'the guide of %s has the address of the server and the file for it',
    (_name, client) => {
      const { entry, files } = clientGuide(client, { url, withKey: false });
      expect(entry).toContain(url);
      expect(entry).not.toContain('undefined');
      expect(files.length).toBeGreaterThan(0);
    },
  );

  test('if the server needs a key, the entry takes it from the environment', () => {
    const claude = clientConfigurations.find(({ id }) => id === 'claude-code')!;
    const guide = clientGuide(claude, { url, withKey: true });
    expect(guide.entry).toContain('Bearer ${LECTERN_API_KEY}');
    expect(guide).not.toHaveProperty('command');
  });
});
