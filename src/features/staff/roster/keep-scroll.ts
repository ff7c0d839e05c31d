/** The tab's history entry stores the scroll position, so it survives a reload. */
const SCROLL = 'rosterScroll';
/** Browsers refuse more than a few hundred changes of the history in half a minute. */
const SAVE_MS = 400;

export const tabState = (): Record<string, unknown> => ({
  ...(history.state as Record<string, unknown> | null),
});
export const saveInTab = (name: string, value: unknown): void =>
  history.replaceState({ ...tabState(), [name]: value }, '');

/**
 * The browser would restore the scroll position while the roster still loads and the page is shorter.
 * Returns a function that stops saving.
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
