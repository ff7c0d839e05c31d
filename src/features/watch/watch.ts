import { storageKeys } from '../../config/paths.ts';
import { watch } from '../../config/watch.ts';
import { readConsent } from '../../browser/consent.ts';
import type { Handed } from '../../browser/handed.ts';
import { has, mark, wasSeen } from '../../browser/seen.ts';
import { writeText } from '../../browser/text-storage.ts';
import { type Met, readConsole, readError } from './errors.ts';
import { createHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import type { State } from './reports.ts';
import { trackPage } from './tracking.ts';

/**
 * Looks after the page (spec 1 §4): errors, what visitors do, and what they agreed to. One small file, fetched once the
 * page rests; what is done about an error, and what is shown, is fetched when there is something to do or to show.
 */
export function startWatch(): void {
  const health = createHealth(Date.now);
  const page = trackPage();
  /** Met while what deals with them could not be fetched: without a network, or after a release. */
  const early: [Met, State][] = [];
  let part: Promise<Incidents> | undefined;
  let incidents: Incidents | undefined;
  let isTyped = false;
  let seconds = 0;

  const load = () =>
    (part ??= import('./incidents.ts').then(
      (file) => (incidents = file.createIncidents({ health, isTyped: () => isTyped })),
    ));

  const deal = async (met: Met, state: State) => {
    try {
      await (await load()).meet(met, state);
    } catch {
      if (early.length < watch.REPORTS_MOST) early.push([met, state]);
      // Once a visit the page is loaded anew, if nothing is lost by it: that brings what is there now.
      const isBroken = state.inRow > 0 && met.severity === 'critical';
      if (!isBroken || isTyped || wasSeen('session', storageKeys.reloaded)) return;
      mark('session', storageKeys.reloaded);
      location.reload();
    }
  };

  const take = (what: Handed): void => {
    if ('event' in what) {
      const { event, data } = what;
      if (event === 'checkout_started' && readConsent()?.ads)
        import('./conversions.ts').then((file) => file.convert(data)).catch(() => undefined);
      return;
    }
    const met = readError(what);
    if (!met) return;
    // Without a network nothing is wrong with the system.
    const inRow = navigator.onLine ? health.note() : 0;
    void deal(met, { at: new Date().toISOString(), inRow, mode: health.mode() });
  };

  const send = () => {
    if (!incidents) part = undefined;
    for (const one of early.splice(0)) void deal(...one);
    void incidents?.flush();
  };

  const waiting = globalThis.handed as Handed[] | undefined;
  globalThis.handed = { push: take, length: 0 };
  waiting?.forEach(take);
  if (has(storageKeys.reports)) load().catch(() => undefined);
  const say = console.error;
  console.error = (...said: unknown[]) => {
    say(...said);
    const met = readConsole(said);
    if (met) take(met);
  };
  addEventListener('input', () => (isTyped = true), { capture: true, once: true });
  addEventListener('online', send);
  addEventListener('pagehide', () => {
    if (incidents) incidents.leave();
    else if (early[0]) writeText(storageKeys.reports, JSON.stringify(early));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) send();
  });
  setInterval(() => {
    // Nobody looks: no request, and no battery.
    if (document.hidden) return;
    seconds += watch.EVERY_MS / 1000;
    page.after(seconds);
    send();
  }, watch.EVERY_MS);
  // Not where somebody signs in, pays or works.
  if (readConsent() === null && !document.querySelector('.nav:is(.slim, .account)'))
    setTimeout(
      () => {
        import('../../ui/consent/consent.ts').then((file) => file.askConsent()).catch(() => undefined);
      },
      has(storageKeys.consentDue) ? watch.CONSENT_DUE_MS : watch.CONSENT_AFTER_MS,
    );
}
