import type { ManagedOrder } from '#contract/after-sale.ts';
import { describe, expect, it } from 'vitest';
import { orderFile } from '#browser/calendar-file.ts';
import { canBook, groupByDay, isOpen, leftOf, passOf } from '#features/after-sale/pass/pass.ts';
import { passRefusal } from '#features/after-sale/pass/notes.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { managed, managedLine, passBooking, passLine, passSession } from './examples.ts';

const browser = fakeBrowser();
const { line_id } = passLine;
const bookingText = 'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am';
const [free, full] = [passSession(701), passSession(702, { spots_left: 0 })];
const withPass = (pass: Partial<NonNullable<typeof passLine.pass>>): ManagedOrder =>
  managed({ lines: [{ ...passLine, pass: { ...passLine.pass, ...pass } }] });

async function openOrder(order: ManagedOrder = managed({ lines: [passLine] })) {
  browser.api.on('get_managed_order', { body: order }).on('find_pass_sessions', { body: [free, full] });
  const manage = createOrderStore('t0ken');
  await manage.open();
  return manage;
}
async function openBooking() {
  const manage = await openOrder();
  manage.openPanel({ lineId: line_id, action: 'book' });
  await expect.poll(() => manage.passes.$sessions.get().state).toBe('ready');
  return manage;
}

describe('booking another session of a pass', () => {
  it('reads only the sessions of this pass, and no camps', async () => {
    const manage = await openBooking();
    expect(manage.passes.$sessions.get()).toEqual({ state: 'ready', sessions: [free, full] });
    expect(browser.api.named('find_pass_sessions').map(({ body }) => body)).toEqual([
      { p_access: { token: 't0ken' }, p_line_id: line_id },
    ]);
    expect(browser.api.named('camps')).toEqual([]);
  });

  it('books the session once, and shows beside the pass how many are left', async () => {
    const manage = await openBooking();
    browser.api.on('book_pass_session', { body: withPass({ credits: 15 }) });
    const book = () => manage.passes.book(line_id, free, bookingText);
    await Promise.all([book(), book()]);
    expect(browser.api.named('book_pass_session').map(({ body }) => body)).toEqual([
      { p_access: { token: 't0ken' }, p_line_id: line_id, p_session_id: free.session.session_id },
    ]);
    expect(manage.$panel.get()).toBeNull();
    expect(manage.$outcome.get()).toEqual({
      lineId: line_id,
      tone: 'calm',
      text: `Booked: ${bookingText}. 15 of 18 sessions left, valid until Wed 31 Mar 2027.`,
    });
    expect(manage.$view.get()).toMatchObject({ order: { lines: [{ pass: { credits: 15 } }] } });
  });

  it('says beside the pass that a session has filled, and reads the sessions again', async () => {
    const manage = await openBooking();
    browser.api.on('book_pass_session', refusal('session_full'));
    await manage.passes.book(line_id, free, bookingText);
    expect(manage.$outcome.get()).toMatchObject({
      lineId: line_id,
      tone: 'bad',
      text: await passRefusal('session_full'),
    });
    expect(manage.$panel.get()).toMatchObject({ action: 'book' });
    expect(browser.api.named('find_pass_sessions')).toHaveLength(2);
  });

  it.each(['no_credit', 'line_closed', 'link_expired'] as const)(
    'closes the panel after %s',
    async (code) => {
      const manage = await openBooking();
      browser.api.on('book_pass_session', refusal(code));
      await manage.passes.book(line_id, free, bookingText);
      expect(manage.$panel.get()).toBeNull();
      expect(manage.$outcome.get()?.text).toBe(await passRefusal(code));
      expect(browser.api.named('get_managed_order')).toHaveLength(2);
    },
  );

  it('keeps the panel open after an unknown failure, and reports it without the link', async () => {
    const manage = await openBooking();
    browser.api.on('book_pass_session', 'network failure');
    await manage.passes.book(line_id, free, bookingText);
    expect(manage.$panel.get()).not.toBeNull();
    expect(browser.reports()).toHaveLength(1);
    expect(JSON.stringify(browser.reports())).not.toContain('t0ken');
  });

  it('says if sessions do not load, and never shows those of another pass', async () => {
    const manage = await openBooking();
    browser.api.on('find_pass_sessions', 'network failure');
    const loading = manage.passes.load(uuid(999));
    expect(manage.passes.$sessions.get()).toEqual({ state: 'loading' });
    await loading;
    expect(manage.passes.$sessions.get()).toEqual({ state: 'failed' });
  });
});

describe('cancelling a booked session', () => {
  it.each([
    [true, ' The credit is back on the pass: 17 of 18 sessions left, valid until Wed 31 Mar 2027.'],
    [false, ' 17 of 18 sessions left, valid until Wed 31 Mar 2027.'],
  ])('sends what the page showed (credit returned: %s)', async (returns_credit, ending) => {
    const manage = await openOrder();
    browser.api.on('cancel_pass_session', { body: withPass({ credits: 17, bookings: [] }) });
    await manage.passes.cancelSession(line_id, { ...passBooking, returns_credit }, bookingText);
    expect(browser.api.named('cancel_pass_session')[0]?.body).toEqual({
      p_access: { token: 't0ken' },
      p_line_id: line_id,
      p_booking_id: passBooking.booking_id,
      p_expected_return: returns_credit,
    });
    expect(manage.$outcome.get()).toEqual({
      lineId: line_id,
      tone: 'calm',
      text: `Cancelled: ${bookingText}.${ending}`,
    });
  });

  it('asks again if the credit can no longer be returned', async () => {
    const manage = await openOrder();
    manage.openPanel({ lineId: line_id, action: 'give_back', bookingId: passBooking.booking_id });
    browser.api
      .on('cancel_pass_session', refusal('credit_not_returned'))
      .on('get_managed_order', { body: withPass({ bookings: [{ ...passBooking, returns_credit: false }] }) });
    await manage.passes.cancelSession(line_id, passBooking, bookingText);
    expect(manage.$panel.get()).toMatchObject({ action: 'give_back' });
    expect(manage.$outcome.get()).toMatchObject({ lineId: line_id, tone: 'warn' });
    expect(manage.$view.get()).toMatchObject({
      order: { lines: [{ pass: { bookings: [{ returns_credit: false }] } }] },
    });
  });
});

describe('a pass', () => {
  const { pass } = passLine;
  it('says how many sessions are left and until when', () => {
    expect(leftOf(pass)).toBe('16 of 18 sessions left, valid until Wed 31 Mar 2027');
    expect(leftOf({ ...pass, credits: 19, valid_until: null })).toBe('19 sessions left');
    expect(leftOf({ ...pass, credits: 1, sessions_total: 1, valid_until: null })).toBe('1 of 1 session left');
  });

  it('can be booked while sessions are left and it has not ended', () => {
    expect([pass, { ...pass, credits: 0 }, { ...pass, is_over: true }].map(canBook)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a pass of a single session is shown only until it is booked', () => {
    const single = { ...passLine, sessions: 1 };
    expect(passOf({ ...single, pass: { ...pass, credits: 0 } })).toBeNull();
    expect(passOf({ ...single, session: null })).not.toBeNull();
    expect(passOf({ ...passLine, status: 'cancelled' })).toBeNull();
    expect(passOf(managedLine)).toBeNull();
  });

  it('is open while a session can be booked or cancelled', () => {
    const spent = { ...pass, credits: 0 };
    expect(isOpen({ ...passLine, pass: spent })).toBe(true);
    const attended = { ...passBooking, status: 'attended' as const };
    expect(isOpen({ ...passLine, pass: { ...spent, bookings: [attended] } })).toBe(false);
  });
});

describe('the sessions to choose from', () => {
  const team = (id: number, is_own_team: boolean, session_date = '2026-11-28') =>
    passSession(id, { is_own_team }, { session_date });
  const [a, b, black] = [team(1, true), team(2, true, '2026-12-06'), team(3, false)];
  const ids = ({ days }: ReturnType<typeof groupByDay>) =>
    days.map(([date, sessions]) => [date, sessions.map(({ session }) => session.session_id)]);

  it('are grouped by day and are those of the child’s team, with the other teams on request', () => {
    expect(ids(groupByDay([a, black, b], false))).toEqual([
      ['2026-11-28', [uuid(1)]],
      ['2026-12-06', [uuid(2)]],
    ]);
    expect(groupByDay([a, black, b], false).more).toBe(true);
    expect(ids(groupByDay([a, black, b], true))[0]).toEqual(['2026-11-28', [uuid(1), uuid(3)]]);
  });

  it('are those of every team if the child’s team has none', () => {
    expect(groupByDay([black], false)).toMatchObject({ more: false, days: [['2026-11-28', [black]]] });
  });
});

it('the calendar file contains upcoming sessions with reminders, and names no child', () => {
  const file = orderFile(
    'OT-4K7M',
    [{ session: passBooking.session, stamp: new Date('2026-11-20T00:00:00Z') }],
    'site.test',
  );
  expect(file).toContain(`UID:OT-4K7M-${passBooking.session.session_id}@site.test`);
  expect(file).toContain('DTSTART:20261128T023000Z');
  expect(file.match(/BEGIN:VALARM/g)).toHaveLength(2);
  expect(file).not.toContain('Kai');
});
