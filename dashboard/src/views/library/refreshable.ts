import type { LibraryStatus } from '../../api/paths.gen.ts';

/** Returns why a library cannot be refreshed, in the words of the server; undefined if it can. */
export function whyNoRefresh({
  imported,
  sourceType,
  source = '',
}: Pick<LibraryStatus, 'imported' | 'sourceType' | 'source'>): string | undefined {
  if (imported) {
    return 'You cannot refresh an imported library. Import a newer export of it.';
  }
  if (sourceType === 'openapi' && !/^https?:/.test(source)) {
    return 'You cannot refresh a library made from an uploaded file. Upload a newer file.';
  }
  return undefined;
}

/** Returns whether a run is active or waits. */
export function isBusy({ state, queued }: Pick<LibraryStatus, 'state' | 'queued'>): boolean {
  return state === 'processing' || queued;
}
