import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { sendEvents, track } from '#api/analytics.ts';
import type { QueuedReport } from '#browser/report-queue.ts';
import { $session } from '#browser/session.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
let visitStorage = new MemoryStorage();
const warned = vi.spyOn(console, 'warn');

interface SentEvents {
  p_events: { session_id: string; event_type: string; event_data: Record<string, unknown> }[];
  p_consent: boolean;
}
const calls = () => browser.api.named('record_analytics');
const readSent = () => calls().map(({ body }) => body as unknown as SentEvents);

beforeEach(() => {
  visitStorage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', visitStorage);
  vi.stubGlobal('location', {
    origin: 'https://site.test',
    pathname: '/checkout/term',
    search: '?order=secret',
  });
  browser.api.on('record_analytics', { body: { recorded: 1, dropped: 0 } });
  $session.set({ state: 'unknown' });
  sendEvents();
  browser.api.calls.length = 0;
  warned.mockReset().mockReturnValue(undefined);
});

it('the queue sends several events in one call and in order, and only once', () => {
  track('team_selection', { step: 'team', teamId: 'red' });
  track('session_selection', { step: 'session', sessionId: uuid(1) });
  track('pass_selection', { step: 'pass', priceCents: 69700 });
  expect(calls()).toEqual([]);
  sendEvents();
  sendEvents();
  expect(readSent()).toHaveLength(1);
  expect(readSent()[0]?.p_events.map(({ event_type }) => event_type)).toEqual([
    'team_selection',
    'session_selection',
    'pass_selection',
  ]);
});

it('the queue adds to each event the visit, a time, and the address without its query', () => {
  track('team_selection', { step: 'team' });
  track('form_progress', { step: 'session', percent: 67 });
  sendEvents();
  const [batch] = readSent();
  const visit = visitStorage.getItem(storageKeys.visit);
  expect(visit).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  for (const event of batch?.p_events ?? []) {
    expect(event).toMatchObject({ session_id: visit, page_url: 'https://site.test/checkout/term' });
    expect(Number.isNaN(Date.parse(String(event.event_data['timestamp'])))).toBe(false);
  }
});

it('the queue passes each event to the page’s watcher, and sends no more than the database accepts', () => {
  for (let n = 1; n <= 105; n++) track('form_progress', { step: 'team', progress: n });
  expect(globalThis.reportQueue).toHaveLength(105);
  expect((globalThis.reportQueue as unknown as QueuedReport[]).at(-1)).toEqual({
    event: 'form_progress',
    data: { step: 'team', progress: 105 },
  });
  for (const { p_events } of readSent()) expect(p_events.length).toBeLessThanOrEqual(50);
});

describe('the member and the browser', () => {
  const signIn = () =>
    $session.set({
      state: 'signed_in',
      userId: uuid(9),
      email: 'a@example.com',
      name: 'A',
      token: 'the-token',
      expiresAt: 4e9,
      isFactorDue: false,
    });

  it('are not sent without consent', () => {
    signIn();
    track('team_selection', { step: 'team' });
    sendEvents();
    expect(readSent()[0]?.p_consent).toBe(false);
    expect(calls()[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(calls()[0]?.body)).not.toMatch(/the-token|user_?agent|a@example/i);
  });

  it('are sent with consent, through the token of the call', () => {
    browser.storage.setItem(storageKeys.consent, JSON.stringify({ analytics: true }));
    signIn();
    track('team_selection', { step: 'team' });
    sendEvents();
    expect(readSent()[0]?.p_consent).toBe(true);
    expect(calls()[0]?.headers['authorization']).toBe('Bearer the-token');
  });

  it.each(['{"analytics":false}', '{"analytics":"yes"}', 'broken'])(
    'are not sent if the stored consent is %s',
    (stored) => {
      browser.storage.setItem(storageKeys.consent, stored);
      track('team_selection', { step: 'team' });
      sendEvents();
      expect(readSent()[0]?.p_consent).toBe(false);
    },
  );
});

describe('a failure', () => {
  it.each(['network failure', { status: 500, body: {} }] as const)(
    'to send is only logged: %o',
    async (reply) => {
      browser.api.on('record_analytics', reply);
      track('team_selection', { step: 'team' });
      sendEvents();
      await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
    },
  );

  it('a failure of both storages does not stop the events, which are sent as one visit', () => {
    const throwError = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    browser.storage.setItem = throwError;
    visitStorage.getItem = throwError;
    track('team_selection', { step: 'team' });
    track('session_selection', { step: 'session' });
    sendEvents();
    const [batch] = readSent();
    expect(batch?.p_events).toHaveLength(2);
    expect(new Set(batch?.p_events.map(({ session_id }) => session_id)).size).toBe(1);
  });
});
