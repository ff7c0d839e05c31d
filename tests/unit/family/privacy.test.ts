/** Tests the privacy screen: who viewed data, retention, the calendar link, and deleting the family. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FamilyOutstanding, PrivacyRead, PrivacyReceipt } from '#contract/family-privacy.ts';
import { familyCalendar } from '#api/calendar-links.ts';
import { createCalendar, googlePath, subscribePath } from '#ui/calendar-link/calendar.ts';
import { createErase } from '#features/family/privacy/erase.ts';
import {
  retentionMessages,
  outstandingText,
  readTexts,
  readMessages,
  staysMessage,
} from '#features/family/privacy/messages.ts';
import { findUpcoming, childrenIn, readDays, spanOf } from '#features/family/privacy/model.ts';
import { createReceipt } from '#features/family/privacy/receipt.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => storeSession({ id: 'u1' }));

const read = (change: Partial<PrivacyRead> = {}): PrivacyRead => ({
  at: '2026-11-20T16:30:00Z',
  times: 1,
  topic: 'child_health',
  how: 'roster',
  child_id: 'kai',
  child_name: 'Kai',
  name: 'Hafiz',
  role: 'coach',
  ...change,
});

describe('the list of who viewed data', () => {
  it('is grouped by days in Singapore, and for one child includes entries about all children', () => {
    const reads = [
      read(),
      read({ at: '2026-11-20T10:00:00Z', child_id: 'nora', child_name: 'Nora' }),
      read({ at: '2026-11-20T09:00:00Z', child_id: null, child_name: null }),
    ];
    const allReads = ({ people }: ReturnType<typeof readDays>[number]) => people.flatMap((one) => one.reads);
    expect(readDays(reads, null).map((one) => [one.day, allReads(one).length])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 2],
    ]);
    expect(readDays(reads, 'nora').map((one) => allReads(one).map(({ child_id }) => child_id))).toEqual([
      ['nora', null],
    ]);
    expect(childrenIn(reads)).toEqual([
      { id: 'kai', name: 'Kai' },
      { id: 'nora', name: 'Nora' },
    ]);
  });

  it('has one line for each person and day, with equal topics once', () => {
    const nora = { child_id: 'nora', child_name: 'Nora' };
    const [day, more] = readDays(
      [
        read({ times: 2 }),
        read({ how: 'opened' }),
        read(nora),
        read({ ...nora, how: 'opened', times: 3 }),
        read({ name: 'Priya', role: 'admin' }),
      ],
      null,
    );
    expect(more).toBeUndefined();
    expect(day?.people.map(({ name, times }) => [name, times])).toEqual([
      ['Hafiz', 7],
      ['Priya', 1],
    ]);
    expect(readTexts(day?.people[0]?.reads ?? [])).toEqual([
      'Kai and Nora: the day’s list: health, phone numbers and who may collect each child',
      'Kai and Nora: health and contacts, opened separately',
    ]);
  });

  it.each([
    [read(), 'Kai: the day’s list: health, phone numbers and who may collect each child'],
    [read({ how: 'details' }), 'Kai: health, behaviour and who may collect your child'],
    [
      read({ topic: 'families', how: 'export', child_id: null, child_name: null }),
      'Everything about your family, in a copy that you requested',
    ],
  ])('describes case %# in words', (one, words) => {
    expect(readTexts([one])).toEqual([words]);
  });

  it.each([
    [read(), 'Hafiz, coach'],
    [read({ role: 'business_admin' }), 'Hafiz, office'],
    [read({ name: null, role: null }), 'Our own systems, or a former member of staff'],
    [read({ role: null }), 'Hafiz'],
  ])('names the person of case %#', (one, words) => {
    expect(readMessages.who(one)).toBe(words);
  });

  it('says if it cannot be read, and can be retried', async () => {
    browser.api.on('get_privacy_receipt', 'network failure');
    const receipt = createReceipt();
    await receipt.open();
    expect(receipt.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
    receipt.retry();
    expect(receipt.$view.get()).toEqual({ state: 'loading' });
    await vi.waitFor(() => expect(receipt.$view.get().state).toBe('failed'));
  });
});

describe('the retention period', () => {
  it.each([
    [7, { count: 7, unit: 'day' }],
    [30, { count: 30, unit: 'day' }],
    [180, { count: 6, unit: 'month' }],
    [365, { count: 1, unit: 'year' }],
    [730, { count: 2, unit: 'year' }],
    [2557, { count: 7, unit: 'year' }],
    [400, { count: 400, unit: 'day' }],
  ] as const)('of %i days is rounded to a readable unit', (days, span) => {
    expect(spanOf(days)).toEqual(span);
  });

  it.each([
    ['paid_orders', 2557, 'anonymise', '7 years, then we remove the names'],
    ['child_details', 730, 'delete', '2 years'],
    ['leads', null, 'delete', '30 days'],
  ] as const)('of %s is described in words', (topic, days, action, words) => {
    expect(retentionMessages.span({ topic, days, action, reason: '' })).toBe(words);
  });
});

describe('the calendar link', () => {
  const changed = vi.fn(() => Promise.resolve());
  const copy = vi.fn(() => Promise.resolve());
  beforeEach(() => {
    changed.mockClear();
    copy.mockReset().mockResolvedValue(undefined);
  });

  it('is created, shown, copied and turned off', async () => {
    browser.api
      .on('renew_calendar_link', { body: { token: 'abc', made_at: '2026-11-21T00:00:00Z' } })
      .on('revoke_calendar_link', { body: { revoked: true } });
    const calendar = createCalendar({ ...familyCalendar({}), changed, copy });
    await calendar.make();
    const address = 'http://api.test/functions/v1/family-calendar/abc.ics';
    expect(calendar.$address.get()).toBe(address);
    await calendar.copyAddress();
    expect(copy).toHaveBeenCalledExactlyOnceWith(address);
    expect(calendar.$copied.get()).toBe(true);
    await calendar.revoke();
    expect(calendar.$address.get()).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('stays visible to copy by hand if the browser refuses to copy', async () => {
    browser.api.on('renew_calendar_link', { body: { token: 'abc', made_at: '2026-11-21T00:00:00Z' } });
    copy.mockRejectedValue(new Error('denied'));
    const calendar = createCalendar({ ...familyCalendar({}), changed, copy });
    await calendar.make();
    await calendar.copyAddress();
    expect(calendar.$copied.get()).toBe(false);
    expect(calendar.$address.get()).not.toBeNull();
  });

  it('has subscription addresses for phones and for Google', () => {
    expect(subscribePath('https://api.test/a.ics')).toBe('webcal://api.test/a.ics');
    expect(googlePath('https://api.test/a.ics')).toBe(
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fapi.test%2Fa.ics',
    );
  });
});

describe('deleting the family', () => {
  const erasing: PrivacyReceipt['erasing'] = {
    stays: { orders: 2, payments: 1, passes: 0, bookings: 3, consents: 1 },
    ahead: { bookings: 1, camps: 0, open_orders: 0, renewals: 1, second_parent: true },
    outstanding: [],
    may: true,
  };

  it('says what remains, what must end first, and what is lost', () => {
    expect(staysMessage(erasing.stays)).toEqual(['2 orders', '1 payment', '3 bookings', '1 consent']);
    expect(findUpcoming(erasing)).toEqual([
      { what: 'bookings', count: 1 },
      { what: 'renewals', count: 1 },
      { what: 'second_parent', count: 1 },
    ]);
  });

  it.each<[FamilyOutstanding, string]>([
    [{ kind: 'credits', order: null, title: 'Term', credits: 3 }, '3 sessions of Term'],
    [
      { kind: 'place', order: 'OT-1', title: 'Spark', cents: 54900 },
      'Spark: S$549, credit for another camp (order OT-1)',
    ],
    [
      { kind: 'refund', order: 'OT-1', title: 'goodwill', cents: 100 },
      'S$1, a refund that has not reached you (order OT-1)',
    ],
  ])('describes case %# of what is outstanding', (outstanding, words) => {
    expect(outstandingText(outstanding)).toBe(words);
  });

  const changed = vi.fn(() => Promise.resolve());
  beforeEach(() => changed.mockClear());
  const start = (typed: string, gaveUp = false) => {
    const erase = createErase({ changed });
    erase.setConfirming(true);
    erase.$typed.set(typed);
    erase.$gaveUp.set(gaveUp);
    return erase;
  };

  it.each([
    ['', false, false],
    ['DELET', false, false],
    ['DELETE', false, true],
    ['DELETE', true, true],
  ])(
    'needs the word typed (%j) and the loss accepted (%s) if something is outstanding (%s)',
    async (typed, gaveUp, owes) => {
      const erase = start(typed, gaveUp);
      browser.api.on('erase_family', { body: { erased: true, orders_retained: 2, same_contact: [] } });
      await erase.erase(owes);
      const isWhole = typed === 'DELETE' && (gaveUp || !owes);
      expect(browser.api.named('erase_family')).toHaveLength(isWhole ? 1 : 0);
      expect(erase.$erased.get()).toBe(isWhole ? 2 : null);
    },
  );

  it('accepts a loss only if something was outstanding and ticked', async () => {
    browser.api.on('erase_family', { body: { erased: true, orders_retained: 0, same_contact: [] } });
    await start(' delete ').erase(false);
    expect(browser.api.named('erase_family')[0]?.body).toEqual({ p_family_id: null, p_accept_loss: false });
    await start('DELETE', true).erase(true);
    expect(browser.api.named('erase_family')[1]?.body).toEqual({ p_family_id: null, p_accept_loss: true });
  });

  it.each([
    ['sign_in_again', 'recent'],
    ['second_factor_needed', 'factor'],
  ])('asks for what is missing after %s', async (code, lacks) => {
    browser.api.on('erase_family', refusal(code, 403));
    const erase = start('DELETE');
    await erase.erase(false);
    expect(erase.$lacks.get()).toBe(lacks);
    expect(erase.$erased.get()).toBeNull();
    expect(erase.$typed.get()).toBe('DELETE');
  });

  it.each(['family_in_use', 'family_outstanding'])('reads again what prevents it after %s', async (code) => {
    browser.api.on('erase_family', refusal(code));
    const erase = start('DELETE');
    await erase.erase(false);
    expect(changed).toHaveBeenCalledOnce();
    expect(erase.$outcome.get()?.text).toMatch(/\.$/);
  });
});
