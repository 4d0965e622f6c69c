/**
 * Moves the focus to the nearest part of the view that is left if the focused element is removed, such as the button of a
 * deleted row. Otherwise, a screen reader starts again at the top of the page.
 */
export function keepFocus(): void {
  let path: Element[] = [];
  document.addEventListener('focusin', (event) => {
    const entered = event.composedPath().filter((node) => node instanceof Element);
    // A dialog is outside the view, and closes before the focus returns.
    if (entered.some(({ id }) => id === 'main')) path = entered;
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || path[0]?.isConnected !== false) return;
    const left = path.find((node) => node.isConnected && node.matches('[tabindex]'));
    if (left instanceof HTMLElement) left.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
