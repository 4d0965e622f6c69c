import { serverUrl } from '../api/client.ts';

/** Under this is kept when the page was last loaded anew, in milliseconds since 1970. */
const reloadedKey = 'lectern.reloaded';
/** A page that was loaded anew this many milliseconds ago would not be another one now. */
const onceInMs = 60_000;

/**
 * Loads the page anew when a part of it cannot be had, as after an upgrade of the server: a view's file is called otherwise
 * then, and a browser does not ask again for one that it could not load. Not while the server does not answer, and not again
 * and again: the view says what is wrong in these cases.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  if (Date.now() < Number(sessionStorage.getItem(reloadedKey)) + onceInMs) return;
  const served = await fetch(`${serverUrl}/`, { cache: 'no-store' }).catch(() => undefined);
  if (!served?.ok) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
