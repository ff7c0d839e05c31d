import * as timing from '#config/timing.ts';
import { watch } from '#config/watch.ts';
import { saveEvent } from './save-event.ts';

/** Records events of the page (spec 1 §3, spec 2 §7), without typed texts or queries. */
export function trackPage(): { after: (seconds: number) => void } {
  const depths: number[] = [...watch.SCROLL_MARKS];
  const times: number[] = [...watch.TIME_MARKS_S];
  saveEvent('page_view', {});
  addEventListener(
    'scroll',
    () => {
      const share = (scrollY + innerHeight) / document.documentElement.scrollHeight;
      // Half a percent allows for the browser's rounding.
      for (const percent of takePassed(depths, share * 100 + 0.5)) saveEvent('scroll', { percent });
    },
    { passive: true },
  );
  addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element && target.closest('a, button, summary');
      if (control) saveEvent('interaction', { element: describeElement(control), action: 'click' });
    },
    { capture: true, passive: true },
  );
  watchSections();
  return {
    after(visibleSeconds) {
      for (const seconds of takePassed(times, visibleSeconds)) saveEvent('time_on_page', { seconds });
    },
  };
}

const takePassed = (marks: number[], value: number): number[] =>
  marks.splice(0, marks.filter((mark) => value >= mark).length);

/**
 * Records which sections were seen. A section counts as seen if half of it was in view, or if it filled half of the
 * window.
 */
function watchSections(): void {
  const share = timing.SECTION_VIEW_SHARE;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect } of entries)
        if (intersectionRatio >= share || intersectionRect.height >= innerHeight * share) {
          observer.unobserve(target);
          saveEvent('section_view', { element: describeElement(target) });
        }
    },
    { threshold: [0.1, 0.2, 0.3, 0.4, share] },
  );
  for (const section of document.querySelectorAll('main section')) observer.observe(section);
}

/** Describes an element by its identifiers and never by its text, because some buttons contain a child's name. */
function describeElement(element: Element): string {
  const ownName =
    element instanceof HTMLAnchorElement &&
    (element.host === location.host ? element.pathname : element.host);
  return [element.localName, [ownName, element.id, element.classList[0]].find(Boolean)].join(' ').trim();
}
