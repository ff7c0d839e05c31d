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
 * Looks after the page (spec 1 §4): errors, what visitors do, and what they agreed to. One small file, fetched once the
 * page rests; what is done about an error, and what is shown, is fetched when there is something to do or to show.
 */
export function startWatch(): void {
  const health = createHealth(Date.now);
  const page = trackPage();
  /** Met, and not taken yet by what deals with them, which cannot always be fetched. */
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
      // Not even the repair can be fetched, as after a release: once a visit what is there now is loaded, if nothing is
      // lost by it.
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
    // Without a network nothing is wrong with the system.
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
  // With the payment: an answer may have changed since the page came.
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
    // Nobody looks: no request, and no battery.
    if (document.hidden) return;
    seconds += watch.EVERY_MS / 1000;
    page.after(seconds);
    void send();
  }, watch.EVERY_MS);
  // Not where somebody signs in, pays or works.
  if (readConsent() === null && !document.querySelector('.nav:is(.slim, .account)'))
    setTimeout(
      () => {
        import('#ui/consent/consent.ts').then((file) => file.askConsent()).catch(() => undefined);
      },
      has(storageKeys.consentDue) ? watch.CONSENT_DUE_MS : watch.CONSENT_AFTER_MS,
    );
}
