import { paths } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { isCrawler } from '../../browser/crawler.ts';

/** On the home page, once the visitor has scrolled 80% of the window (spec 2 §4). */
const controller = new AbortController();

if (location.pathname === paths.home && !isCrawler(navigator.userAgent))
  addEventListener(
    'scroll',
    () => {
      if (scrollY <= innerHeight * timing.PROOF_VIEWPORTS) return;
      controller.abort();
      void import('./toasts.ts').then(({ startToasts }) => startToasts()).catch(() => undefined);
    },
    { passive: true, signal: controller.signal },
  );
