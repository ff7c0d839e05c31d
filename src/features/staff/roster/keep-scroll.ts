/** What this tab saves of the roster in its history entry, so that it is still there after a reload. */
const SCROLL = 'rosterScroll';
/** Browsers refuse more than some hundred changes of the history in half a minute. */
const SAVE_MS = 400;

export const tabState = (): Record<string, unknown> => ({
  ...(history.state as Record<string, unknown> | null),
});
export const saveInTab = (name: string, value: unknown): void =>
  history.replaceState({ ...tabState(), [name]: value }, '');

/**
 * The browser itself would restore the scroll position while the roster still loads, when the page is shorter. Returns
 * how to stop.
 */
export function keepScroll(): () => void {
  const before = history.scrollRestoration;
  history.scrollRestoration = 'manual';
  const saved = tabState()[SCROLL];
  if (typeof saved === 'number') scrollTo({ top: saved, behavior: 'instant' });
  // Not when the page goes: what is saved then does not survive a reload.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = setTimeout(() => saveInTab(SCROLL, scrollY), SAVE_MS);
  };
  addEventListener('scroll', save, { passive: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', save);
    history.scrollRestoration = before;
  };
}
