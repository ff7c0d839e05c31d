/**
 * Sections far from the screen skip layout (styles/parts.css). This lays them out while the browser is idle, and
 * everything above a link's target at once, so that the link scrolls to the right position.
 */
const left = [...document.querySelectorAll<HTMLElement>('main .section')];
const signal = new AbortController();

function layOut(sections: readonly HTMLElement[]): void {
  for (const section of sections) section.classList.add('laid');
  left.splice(0, left.length, ...left.filter((section) => !sections.includes(section)));
  if (left.length === 0) signal.abort();
}

/** Lays out all sections up to and including the target's section. */
function layOutTo(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isAfter = (section: HTMLElement) =>
    target.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING && !target.contains(section);
  layOut(left.filter((section) => !isAfter(section)));
}

function layOutNext(): void {
  layOut(left.slice(0, 1));
  if (left.length > 0) soon(layOutNext);
}
/** Not every browser has requestIdleCallback. */
const soon = (work: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2_000 }) : setTimeout(work, 50);

if (left.length > 0) {
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href*="#"]');
      if (link) layOutTo(link.hash);
    },
    { capture: true, signal: signal.signal },
  );
  // A link may have been followed before this script loaded.
  layOutTo(location.hash);
  if (document.readyState === 'complete') soon(layOutNext);
  else addEventListener('load', () => soon(layOutNext), { signal: signal.signal });
}

export {};
