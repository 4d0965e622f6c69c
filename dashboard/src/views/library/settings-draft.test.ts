import { describe, expect, test } from 'vitest';
import type { LibrarySettings } from '../../api/paths.gen.ts';
import { changeOf, draftOf } from './settings-draft.ts';

const settings: LibrarySettings = {
  id: '/acme/anvil',
  sourceType: 'git',
  title: 'Anvil',
  versions: ['v1'],
  refresh: { interval: '12h' },
  visibility: 'public',
  readers: 'everybody',
  publishCredentialed: false,
  ownerRules: 'ignore',
  suspend: false,
  hasCredentials: false,
  source: { branch: 'main', folders: ['docs'] },
  mayChange: true,
  mayPublish: true,
};
const change = (parts: Partial<ReturnType<typeof draftOf>>) =>
  changeOf(settings, { ...draftOf(settings), ...parts });

describe('the saved settings', () => {
  test('are empty if nothing was changed', () => {
    expect(change({})).toBeUndefined();
    expect(change({ title: ' Anvil ' })).toBeUndefined();
    expect(change({ schedule: '@daily' })).toBeUndefined();
  });

  test('contain only the changed fields', () => {
    expect(change({ title: 'Anvils', suspend: true })).toEqual({ title: 'Anvils', suspend: true });
    expect(change({ ownerRules: true })).toEqual({ ownerRules: 'allow' });
    expect(change({ source: { ...settings.source, folders: [] } })).toEqual({
      source: { folders: [] },
    });
  });

  test('remove emptied fields', () => {
    expect(change({ title: '', refresh: 'request' })).toEqual({ title: null, refresh: null });
    const { branch: _, ...rest } = settings.source;
    expect(change({ source: rest })).toEqual({ source: { branch: null } });
  });

  test('contain either an interval or a schedule', () => {
    expect(change({ refresh: 'schedule', schedule: '@daily' })).toEqual({
      refresh: { schedule: '@daily' },
    });
  });

  test('keep the maximum interval', () => {
    const grows = { ...settings, refresh: { interval: '12h', maxInterval: '30d' } };
    const changed = (parts: Partial<ReturnType<typeof draftOf>>) =>
      changeOf(grows, { ...draftOf(grows), ...parts });

    expect(changed({ interval: '1d' })).toEqual({
      refresh: { interval: '1d', maxInterval: '30d' },
    });
    expect(changed({ maxInterval: '' })).toEqual({ refresh: { interval: '12h' } });
  });
});
