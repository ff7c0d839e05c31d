import { timing } from '../../config/timing.ts';
import { isCrawler } from '../../browser/crawler.ts';

/** Counting begins when the first counter comes near the view. */
const counters = [...document.querySelectorAll<HTMLElement>('[data-viewers]')];
const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    void import('./viewers.ts').then(({ startCounting }) => startCounting(counters));
  },
  { rootMargin: `${timing.NEAR_VIEW_PX}px` },
);
if (!isCrawler(navigator.userAgent)) for (const counter of counters) near.observe(counter);
