/**
 * The sections that were not laid out, because they are far from the screen (styles/parts.css). Once somebody uses the
 * page, this script lays them out one by one while the browser is idle. A visitor who sees only the first screen
 * loads no picture of the others. Everything above a link's target is laid out at once, so that the link scrolls to the
 * right position.
 */
const unlaidSections = [...document.querySelectorAll<HTMLElement>('main .section')];
const signal = new AbortController();

function layOut(sections: readonly HTMLElement[]): void {
  for (const section of sections) section.classList.add('whole');
  unlaidSections.splice(
    0,
    unlaidSections.length,
    ...unlaidSections.filter((section) => !sections.includes(section)),
  );
  if (unlaidSections.length === 0) signal.abort();
}

/** Lays out all sections up to the one that contains the link's target, which may still be in a template. */
function layOutTo(hash: string): void {
  if (hash === '') return;
  const target =
    document.getElementById(decodeURIComponent(hash.slice(1))) ?? document.querySelector('main [data-books]');
  if (!target) return;
  const isAfter = (section: HTMLElement) =>
    target.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING && !target.contains(section);
  layOut(unlaidSections.filter((section) => !isAfter(section)));
}

function layOutNext(): void {
  layOut(unlaidSections.slice(0, 1));
  if (unlaidSections.length > 0) whenIdle(layOutNext);
}

function layOutWhenUsed(): void {
  const begin = new AbortController();
  const start = () => {
    begin.abort();
    whenIdle(layOutNext);
  };
  for (const type of ['scroll', 'pointermove', 'pointerdown', 'keydown'])
    addEventListener(type, start, { capture: true, passive: true, signal: begin.signal });
}

/** Calls `work` when the browser is idle. Not every browser has `requestIdleCallback`. */
const whenIdle = (work: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2_000 }) : setTimeout(work, 50);

if (unlaidSections.length > 0) {
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href*="#"]');
      if (link) layOutTo(link.hash);
    },
    { capture: true, signal: signal.signal },
  );
  // The visitor may have followed a link before this script loaded.
  layOutTo(location.hash);
  if (document.readyState === 'complete') layOutWhenUsed();
  else addEventListener('load', layOutWhenUsed, { signal: signal.signal });
}

export {};
