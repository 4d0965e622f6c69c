import { expect, test } from 'vitest';
import { resolveLibrary } from './served-library.ts';

const libraries = new Map(
  ['/acme/saws', '/git.saws.dev/Team_Oil', '/acme/oil'].map((id) => [
    id,
    { id, visibility: 'public' as const },
  ]),
);
libraries.set('/acme/blades', libraries.get('/acme/saws')!);

const found = async (id: string): Promise<string> => {
  const catalog = { get: async (one: string) => libraries.get(one) as never };
  return (await resolveLibrary(catalog, { id, version: '' }, () => true)).id;
};

test('an id with other capitals finds the library with small letters', async () => {
  expect(await found('/Acme/Saws')).toBe('/acme/saws');
  expect(await found('/git.saws.dev/Team_Oil')).toBe('/git.saws.dev/Team_Oil');
  await expect(found('/git.saws.dev/team_oil')).rejects.toMatchObject({
    code: 'library_not_found',
  });
  await expect(found('/Acme/None')).rejects.toMatchObject({ code: 'library_not_found' });
});

test('a former id redirects, also with other capitals', async () => {
  for (const id of ['/acme/blades', '/ACME/Blades'])
    await expect(found(id)).rejects.toMatchObject({ redirectUrl: '/acme/saws' });
});
