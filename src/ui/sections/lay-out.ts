/**
 * What is far from the screen is laid out when it comes near (styles/parts.css), so that a slow phone paints and
 * answers the first tap sooner. From then on the rest is laid out where there is time, section by section; and what
 * stands above the target of a link at once, before it is followed: the way down must be as long as it will be.
 */
const left = [...document.querySelectorAll<HTMLElement>('main .section')];
const signal = new AbortController();

function layOut(sections: readonly HTMLElement[]): void {
  for (const section of sections) section.classList.add('laid');
  left.splice(0, left.length, ...left.filter((section) => !sections.includes(section)));
  if (left.length === 0) signal.abort();
}

/** All above the target, and the one that it stands in. */
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
/** Not every browser has moments of rest to offer. */
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
  // A link that was followed before this script was there.
  layOutTo(location.hash);
  if (document.readyState === 'complete') soon(layOutNext);
  else addEventListener('load', () => soon(layOutNext), { signal: signal.signal });
}

export {};
