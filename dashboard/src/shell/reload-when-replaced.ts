import { serverUrl } from '../api/client.ts';

/** Storage key of the time of the last reload, in milliseconds since 1970. */
const reloadedKey = 'lectern.reloaded';
/** Minimum milliseconds between two reloads, because an earlier reload would load the same page. */
const onceInMs = 60_000;

/**
 * Reloads the page if the browser cannot load one of its files, for example after an upgrade of the server. The files of
 * views then have other names, and a browser does not request a failed file again. Does not reload while the server does not
 * answer, or repeatedly. In these cases, the view shows the error.
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
