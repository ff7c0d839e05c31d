import { storageKeys } from '#config/paths.ts';
import { watch } from '#config/watch.ts';
import { readConsent } from '#browser/consent.ts';
import type { QueuedReport } from '#browser/report-queue.ts';
import { hasStored, markShown, wasShown } from '#browser/shown-marks.ts';
import { writeText } from '#browser/text-storage.ts';
import { surviveTranslation } from '#browser/translated-page.ts';
import { onRaised } from '#browser/window-events.ts';
import { type ErrorDetails, readConsole, readError } from './errors.ts';
import { createHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import { saveEvent } from './save-event.ts';
import type { PageState } from './reports.ts';
import { trackPage } from './tracking.ts';

/** Matches pages for members. Only public pages are measured, and the database refuses all others. */
const isMembersPage = /^\/(?:family-base|management|sales|admin|image-repository)(?:\/|$)/;

/**
 * Starts the watcher. This small file loads once the page is idle (spec 1 §4). The code that handles errors loads only
 * after an error.
 */
export function startWatch(): void {
  const health = createHealth(Date.now);
  const page = trackPage();
  /** Errors that wait until their handler has loaded, which may fail. */
  const pendingErrors: [ErrorDetails, PageState][] = [];
  let loading: Promise<Incidents> | undefined;
  let incidents: Incidents | undefined;
  let isLost = false;
  let isBroken = false;
  let isTyped = false;
  let seconds = 0;

  const load = () =>
    (loading ??= import('./incidents.ts').then(
      (file) => (incidents = file.createIncidents({ health, isTyped: () => isTyped })),
    ));

  const handlePending = async () => {
    try {
      const { handleError } = await load();
      await Promise.all(pendingErrors.splice(0).map(([error, state]) => handleError(error, state)));
    } catch {
      isLost = !incidents;
      // After a release even the handler may fail to load. The page then reloads once per visit, if
      // nothing was typed.
      if (!isBroken || isTyped || wasShown('session', storageKeys.reloaded)) return;
      markShown('session', storageKeys.reloaded);
      location.reload();
    }
  };

  const receive = (report: QueuedReport): void => {
    if ('event' in report) {
      const { event, data } = report;
      saveEvent(event, data);
      if (event === 'checkout_started' && readConsent()?.ads)
        import('./conversions.ts').then((file) => file.reportCheckoutStart(data)).catch(() => undefined);
      return;
    }
    const error = readError(report);
    if (!error) return;
    // If there is no network, errors are not our fault, so they are not counted.
    const consecutiveErrors = navigator.onLine ? health.note() : 0;
    if (consecutiveErrors > 0 && error.severity === 'critical') isBroken = true;
    if (pendingErrors.length < watch.MAX_PENDING)
      pendingErrors.push([error, { at: new Date().toISOString(), consecutiveErrors, mode: health.mode() }]);
    void handlePending();
  };

  const send = async () => {
    if (isLost) loading = undefined;
    isLost = false;
    if (loading ?? pendingErrors[0]) await handlePending();
    void incidents?.flush();
  };

  const waiting = globalThis.reportQueue as QueuedReport[] | undefined;
  globalThis.reportQueue = { push: receive, length: 0 };
  waiting?.forEach(receive);
  if (hasStored(storageKeys.reports)) load().catch(() => undefined);
  const logError = console.error;
  console.error = (...values: unknown[]) => {
    logError(...values);
    const error = readConsole(values);
    if (error) receive(error);
  };
  // The consent may have changed since the page loaded, so it is read at the payment.
  onRaised('conversion-requested', (detail) => {
    if (detail && readConsent()?.ads)
      detail.conversion = import('./conversions.ts')
        .then((file) => file.purchaseConversion())
        .catch(() => undefined);
  });
  // React may be loaded by the first click, so every page prepares for translation by the browser.
  surviveTranslation();
  addEventListener('input', () => (isTyped = true), { capture: true, once: true });
  addEventListener('online', () => void send());
  addEventListener('pagehide', () => {
    if (incidents) incidents.onPageHide();
    else if (pendingErrors[0]) writeText(storageKeys.reports, JSON.stringify(pendingErrors));
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
  if (
    readConsent()?.analytics &&
    !isMembersPage.test(location.pathname) &&
    Math.random() < watch.VITALS_SHARE
  )
    import('./vitals.ts').then((file) => file.measureVitals()).catch(() => undefined);
  // Pages for signing in, paying or working do not ask for consent.
  if (readConsent() === null && !document.querySelector('.site-nav:is(.slim, .account)'))
    setTimeout(
      () => {
        import('#ui/consent/consent.ts').then((file) => file.askConsent()).catch(() => undefined);
      },
      hasStored(storageKeys.consentDue) ? watch.CONSENT_DUE_MS : watch.CONSENT_AFTER_MS,
    );
}
