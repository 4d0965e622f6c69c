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

describe('what is saved of the settings', () => {
  test('is nothing where nothing was changed', () => {
    expect(change({})).toBeUndefined();
    expect(change({ title: ' Anvil ' })).toBeUndefined();
    expect(change({ schedule: '@daily' })).toBeUndefined();
  });

  test('is what was changed alone', () => {
    expect(change({ title: 'Anvils', suspend: true })).toEqual({ title: 'Anvils', suspend: true });
    expect(change({ ownerRules: true })).toEqual({ ownerRules: 'allow' });
    expect(change({ source: { ...settings.source, folders: [] } })).toEqual({
      source: { folders: [] },
    });
  });

  test('takes away what was emptied', () => {
    expect(change({ title: '', refresh: 'request' })).toEqual({ title: null, refresh: null });
    const { branch: _, ...rest } = settings.source;
    expect(change({ source: rest })).toEqual({ source: { branch: null } });
  });

  test('has one of interval and schedule', () => {
    expect(change({ refresh: 'schedule', schedule: '@daily' })).toEqual({
      refresh: { schedule: '@daily' },
    });
  });

  test('keeps how far the interval may grow', () => {
    const grows = { ...settings, refresh: { interval: '12h', maxInterval: '30d' } };
    const changed = (parts: Partial<ReturnType<typeof draftOf>>) =>
      changeOf(grows, { ...draftOf(grows), ...parts });

    expect(changed({ interval: '1d' })).toEqual({
      refresh: { interval: '1d', maxInterval: '30d' },
    });
    expect(changed({ maxInterval: '' })).toEqual({ refresh: { interval: '12h' } });
  });
});
