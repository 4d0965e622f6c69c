/**
 * Returns the path of the sign-in view, which returns to the current view. With `ended`, the view says that the session has
 * ended.
 */
export function signInPath({ ended = false }: { ended?: boolean } = {}): string {
  const here = location.hash.replace(/^#/, '');
  const search = new URLSearchParams();
  // In the sign-in view, keeps the place to return to.
  const then = here.startsWith('/sign-in')
    ? new URLSearchParams(here.split('?')[1]).get('then')
    : here;
  if (then !== null && then !== '' && then !== '/') search.set('then', then);
  if (ended) search.set('ended', '');
  return search.size > 0 ? `/sign-in?${search.toString()}` : '/sign-in';
}
