/** The key of the scroll position in the tab's history entry, where it survives a reload. */
const SCROLL = 'rosterScroll';
/**
 * The least time between two saves, because browsers refuse more than a few hundred changes of the history in half a
 * minute.
 */
const SAVE_MS = 400;

export const tabState = (): Record<string, unknown> => ({
  ...(history.state as Record<string, unknown> | null),
});
export const saveInTab = (name: string, value: unknown): void =>
  history.replaceState({ ...tabState(), [name]: value }, '');

/**
 * Saves and restores the scroll position. The browser would restore it while the roster still loads and the page is
 * shorter. Returns a function that stops saving.
 */
export function keepScroll(): () => void {
  const previousMode = history.scrollRestoration;
  history.scrollRestoration = 'manual';
  const savedScroll = tabState()[SCROLL];
  if (typeof savedScroll === 'number') scrollTo({ top: savedScroll, behavior: 'instant' });
  // A position that is saved while the page unloads does not survive a reload, so it is saved during
  // scrolling.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = setTimeout(() => saveInTab(SCROLL, scrollY), SAVE_MS);
  };
  addEventListener('scroll', save, { passive: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', save);
    history.scrollRestoration = previousMode;
  };
}
