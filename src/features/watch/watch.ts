import { storageKeys } from '#config/paths.ts';
import { watch } from '#config/watch.ts';
import { readConsent } from '#browser/consent.ts';
import type { Handed } from '#browser/handed.ts';
import { has, mark, wasSeen } from '#browser/seen.ts';
import { writeText } from '#browser/text-storage.ts';
import { onRaised } from '#browser/window-events.ts';
import { type Met, readConsole, readError } from './errors.ts';
import { createHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import { keepEvent } from './keep-event.ts';
import type { State } from './reports.ts';
import { trackPage } from './tracking.ts';

/**
 * Watches the page (spec 1 §4): errors, visitors' actions, and consent. It is one small file, loaded once the page is
 * idle; the code that handles errors and shows messages is loaded on demand.
 */
export function startWatch(): void {
  const health = createHealth(Date.now);
  const page = trackPage();
  /** Errors that were not handed over yet, because their handler may fail to load. */
  const early: [Met, State][] = [];
  let part: Promise<Incidents> | undefined;
  let incidents: Incidents | undefined;
  let isLost = false;
  let isBroken = false;
  let isTyped = false;
  let seconds = 0;

  const load = () =>
    (part ??= import('./incidents.ts').then(
      (file) => (incidents = file.createIncidents({ health, isTyped: () => isTyped })),
    ));

  const deal = async () => {
    try {
      const { meet } = await load();
      await Promise.all(early.splice(0).map((one) => meet(...one)));
    } catch {
      isLost = !incidents;
      // Not even the handler can be loaded, as after a release: reloads the page once per visit, if nothing typed is
      // lost.
      if (!isBroken || isTyped || wasSeen('session', storageKeys.reloaded)) return;
      mark('session', storageKeys.reloaded);
      location.reload();
    }
  };

  const take = (what: Handed): void => {
    if ('event' in what) {
      const { event, data } = what;
      keepEvent(event, data);
      if (event === 'checkout_started' && readConsent()?.ads)
        import('./conversions.ts').then((file) => file.convert(data)).catch(() => undefined);
      return;
    }
    const met = readError(what);
    if (!met) return;
    // Errors without a network are not a problem of the system.
    const inRow = navigator.onLine ? health.note() : 0;
    if (inRow > 0 && met.severity === 'critical') isBroken = true;
    if (early.length < watch.EARLY_MOST)
      early.push([met, { at: new Date().toISOString(), inRow, mode: health.mode() }]);
    void deal();
  };

  const send = async () => {
    if (isLost) part = undefined;
    isLost = false;
    if (part ?? early[0]) await deal();
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
  // Checked at the payment, because the consent may have changed since the page loaded.
  onRaised('purchase-asked', (asked) => {
    if (asked && readConsent()?.ads)
      asked.conversion = import('./conversions.ts').then((file) => file.purchase()).catch(() => undefined);
  });
  addEventListener('input', () => (isTyped = true), { capture: true, once: true });
  addEventListener('online', () => void send());
  addEventListener('pagehide', () => {
    if (incidents) incidents.leave();
    else if (early[0]) writeText(storageKeys.reports, JSON.stringify(early));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void send();
  });
  setInterval(() => {
    // A hidden page sends nothing, which saves battery.
    if (document.hidden) return;
    seconds += watch.EVERY_MS / 1000;
    page.after(seconds);
    void send();
  }, watch.EVERY_MS);
  // Not on pages for signing in, paying or working.
  if (readConsent() === null && !document.querySelector('.site-nav:is(.slim, .account)'))
    setTimeout(
      () => {
        import('#ui/consent/consent.ts').then((file) => file.askConsent()).catch(() => undefined);
      },
      has(storageKeys.consentDue) ? watch.CONSENT_DUE_MS : watch.CONSENT_AFTER_MS,
    );
}
