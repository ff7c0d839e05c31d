import type { ErrorReport } from '#contract/monitoring.ts';
import { storageKeys } from '../../config/paths.ts';
import { watch } from '../../config/watch.ts';
import { readConsent } from '../../browser/consent.ts';
import type { Handed } from '../../browser/handed.ts';
import { has, mark, wasSeen } from '../../browser/seen.ts';
import { readConsole, readError } from './errors.ts';
import { createHealth } from './health.ts';
import { createReports } from './reports.ts';
import { trackPage } from './tracking.ts';

/**
 * Looks after the page (spec 1 §4): errors, what visitors do, and what they agreed to. One small file, fetched once the
 * page rests; what it shows is fetched when there is something to show. Nothing in here may throw into the page.
 */
export function startWatch(): void {
  const health = createHealth(Date.now);
  const reports = createReports();
  const page = trackPage();
  let isTyped = false;
  let seconds = 0;

  const repair = async (report: ErrorReport | null) => {
    try {
      const part = await import('./recovery.ts');
      part.help({ health, isTyped: () => isTyped }, report);
    } catch {
      // After a release not even that file is there: once a visit the page is loaded anew, if nothing is lost by it.
      if (report?.severity !== 'critical' || isTyped || wasSeen('session', storageKeys.reloaded)) return;
      mark('session', storageKeys.reloaded);
      location.reload();
    }
  };

  const take = (what: Handed): void => {
    if ('event' in what) {
      const { event, data } = what;
      if (event === 'checkout_started' && readConsent()?.ads)
        import('./conversions.ts').then((part) => part.convert(data)).catch(() => undefined);
      return;
    }
    const met = readError(what);
    if (!met) return;
    // Without a network nothing is wrong with the system.
    const inRow = navigator.onLine ? health.note() : 0;
    const report = reports.add(met, { inRow, mode: health.mode() });
    if (inRow === 0) return;
    const isNews = inRow >= watch.ERRORS_REPAIR && inRow <= watch.ERRORS_MOST;
    if (isNews || report?.severity === 'critical') void repair(report);
  };

  const tick = () => {
    // Nobody looks: no request, and no battery.
    if (document.hidden) return;
    seconds += watch.EVERY_MS / 1000;
    page.after(seconds);
    void reports.flush();
  };

  const waiting = globalThis.handed as Handed[] | undefined;
  globalThis.handed = { push: take, length: 0 };
  waiting?.forEach(take);
  const say = console.error;
  console.error = (...said: unknown[]) => {
    say(...said);
    const met = readConsole(said);
    if (met) take(met);
  };
  addEventListener('input', () => (isTyped = true), { capture: true, once: true });
  addEventListener('online', () => void reports.flush());
  addEventListener('pagehide', () => reports.leave());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void reports.flush();
  });
  setInterval(tick, watch.EVERY_MS);
  // Not where somebody signs in, pays or works.
  if (readConsent() === null && !document.querySelector('.nav:is(.slim, .account)'))
    setTimeout(
      () => {
        import('../../ui/consent/consent.ts').then((part) => part.askConsent()).catch(() => undefined);
      },
      has(storageKeys.consentDue) ? watch.CONSENT_DUE_MS : watch.CONSENT_AFTER_MS,
    );
}
