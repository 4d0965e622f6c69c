/** The sign-in view, which leads back to where the page is. `ended`: it says that a session has ended. */
export function signInPath({ ended = false }: { ended?: boolean } = {}): string {
  const here = location.hash.replace(/^#/, '');
  const search = new URLSearchParams();
  // Who is there already goes back to where they came from.
  const then = here.startsWith('/sign-in')
    ? new URLSearchParams(here.split('?')[1]).get('then')
    : here;
  if (then !== null && then !== '' && then !== '/') search.set('then', then);
  if (ended) search.set('ended', '');
  return search.size > 0 ? `/sign-in?${search.toString()}` : '/sign-in';
}
