import { useSyncExternalStore } from 'react';

/**
 * The view is in the fragment of the address (after the `#`), so the page works below any path and the server has only one
 * page.
 */
function parts(): { path: string; search: string } {
  const [path = '', search = ''] = location.hash.replace(/^#?\/?/, '/').split('?');
  return { path, search };
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** Goes to a view: `/libraries/acme/web?tab=runs`. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(location.href);
  url.hash = to;
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The view's path, for the router. */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, () => parts().path), navigate];
}
useHashPath.hrefs = (href: string) => `#${href}`;

/** The query of the view's path (after the `?`), for the router. */
export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, () => parts().search);
}
