import type { ManagedOrder } from '#contract/after-sale.ts';
import { describe, expect, it } from 'vitest';
import { orderFile } from '#browser/calendar-file.ts';
import { canBook, groupByDay, isOpen, leftOf, passOf } from '#features/after-sale/pass/pass.ts';
import { passRefusal } from '#features/after-sale/pass/notes.ts';
import { createManage } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { managed, managedLine, passBooking, passLine, passSession } from './examples.ts';

const browser = fakeBrowser();
const { line_id } = passLine;
const of = 'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am';
const [free, full] = [passSession(701), passSession(702, { spots_left: 0 })];
const withPass = (pass: Partial<NonNullable<typeof passLine.pass>>): ManagedOrder =>
  managed({ lines: [{ ...passLine, pass: { ...passLine.pass, ...pass } }] });

async function opened(order: ManagedOrder = managed({ lines: [passLine] })) {
  browser.api.on('get_managed_order', { body: order }).on('find_pass_sessions', { body: [free, full] });
  const manage = createManage('t0ken');
  await manage.open();
  return manage;
}
async function asked() {
  const manage = await opened();
  manage.ask({ lineId: line_id, action: 'book' });
  await expect.poll(() => manage.passes.$sessions.get().state).toBe('ready');
  return manage;
}

describe('booking one more', () => {
  it('asks for the sessions of this pass alone, and for no other places', async () => {
    const manage = await asked();
    expect(manage.passes.$sessions.get()).toEqual({ state: 'ready', sessions: [free, full] });
    expect(browser.api.named('find_pass_sessions').map(({ body }) => body)).toEqual([
      { p_access: { token: 't0ken' }, p_line_id: line_id },
    ]);
    expect(browser.api.named('camps')).toEqual([]);
  });

  it('books it once, and says beside the pass what is left', async () => {
    const manage = await asked();
    browser.api.on('book_pass_session', { body: withPass({ credits: 15 }) });
    const book = () => manage.passes.book(line_id, free, of);
    await Promise.all([book(), book()]);
    expect(browser.api.named('book_pass_session').map(({ body }) => body)).toEqual([
      { p_access: { token: 't0ken' }, p_line_id: line_id, p_session_id: free.session.session_id },
    ]);
    expect(manage.$panel.get()).toBeNull();
    expect(manage.$outcome.get()).toEqual({
      lineId: line_id,
      tone: 'calm',
      text: `Booked: ${of}. 15 of 18 sessions left, valid until Wed 31 Mar 2027.`,
    });
    expect(manage.$view.get()).toMatchObject({ order: { lines: [{ pass: { credits: 15 } }] } });
  });

  it('one that filled is said beside the pass, and the others are read again', async () => {
    const manage = await asked();
    browser.api.on('book_pass_session', refusal('session_full'));
    await manage.passes.book(line_id, free, of);
    expect(manage.$outcome.get()).toMatchObject({
      lineId: line_id,
      tone: 'bad',
      text: await passRefusal('session_full'),
    });
    expect(manage.$panel.get()).toMatchObject({ action: 'book' });
    expect(browser.api.named('find_pass_sessions')).toHaveLength(2);
  });

  it.each(['no_credit', 'line_closed', 'link_expired'] as const)('%s ends the question', async (code) => {
    const manage = await asked();
    browser.api.on('book_pass_session', refusal(code));
    await manage.passes.book(line_id, free, of);
    expect(manage.$panel.get()).toBeNull();
    expect(manage.$outcome.get()?.text).toBe(await passRefusal(code));
    expect(browser.api.named('get_managed_order')).toHaveLength(2);
  });

  it('an unknown failure keeps the question and is reported without the link', async () => {
    const manage = await asked();
    browser.api.on('book_pass_session', 'network failure');
    await manage.passes.book(line_id, free, of);
    expect(manage.$panel.get()).not.toBeNull();
    expect(browser.reports()).toHaveLength(1);
    expect(JSON.stringify(browser.reports())).not.toContain('t0ken');
  });

  it('sessions that do not load say so; those of another pass are never shown', async () => {
    const manage = await asked();
    browser.api.on('find_pass_sessions', 'network failure');
    const loading = manage.passes.load(uuid(999));
    expect(manage.passes.$sessions.get()).toEqual({ state: 'loading' });
    await loading;
    expect(manage.passes.$sessions.get()).toEqual({ state: 'failed' });
  });
});

describe('giving back', () => {
  it.each([
    [true, ' The credit is back on the pass: 17 of 18 sessions left, valid until Wed 31 Mar 2027.'],
    [false, ' 17 of 18 sessions left, valid until Wed 31 Mar 2027.'],
  ])('with what the page showed: credit returned %s', async (returns_credit, rest) => {
    const manage = await opened();
    browser.api.on('cancel_pass_session', { body: withPass({ credits: 17, bookings: [] }) });
    await manage.passes.cancelSession(line_id, { ...passBooking, returns_credit }, of);
    expect(browser.api.named('cancel_pass_session')[0]?.body).toEqual({
      p_access: { token: 't0ken' },
      p_line_id: line_id,
      p_booking_id: passBooking.booking_id,
      p_seen_return: returns_credit,
    });
    expect(manage.$outcome.get()).toEqual({
      lineId: line_id,
      tone: 'calm',
      text: `Cancelled: ${of}.${rest}`,
    });
  });

  it('too late meanwhile: asked again, with how it stands now', async () => {
    const manage = await opened();
    manage.ask({ lineId: line_id, action: 'give_back', bookingId: passBooking.booking_id });
    browser.api
      .on('cancel_pass_session', refusal('credit_not_returned'))
      .on('get_managed_order', { body: withPass({ bookings: [{ ...passBooking, returns_credit: false }] }) });
    await manage.passes.cancelSession(line_id, passBooking, of);
    expect(manage.$panel.get()).toMatchObject({ action: 'give_back' });
    expect(manage.$outcome.get()).toMatchObject({ lineId: line_id, tone: 'warn' });
    expect(manage.$view.get()).toMatchObject({
      order: { lines: [{ pass: { bookings: [{ returns_credit: false }] } }] },
    });
  });
});

describe('what a pass shows', () => {
  const { pass } = passLine;
  it('is what is left and until when, also of more than were sold, and without an end', () => {
    expect(leftOf(pass)).toBe('16 of 18 sessions left, valid until Wed 31 Mar 2027');
    expect(leftOf({ ...pass, credits: 19, valid_until: null })).toBe('19 sessions left');
    expect(leftOf({ ...pass, credits: 1, sessions_total: 1, valid_until: null })).toBe('1 of 1 session left');
  });

  it('books while something is left and its last day is not over', () => {
    expect([pass, { ...pass, credits: 0 }, { ...pass, is_over: true }].map(canBook)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of a single session only while it waits to be booked', () => {
    const single = { ...passLine, sessions: 1 };
    expect(passOf({ ...single, pass: { ...pass, credits: 0 } })).toBeNull();
    expect(passOf({ ...single, session: null })).not.toBeNull();
    expect(passOf({ ...passLine, status: 'cancelled' })).toBeNull();
    expect(passOf(managedLine)).toBeNull();
  });

  it('is open while it can be booked or given back', () => {
    const spent = { ...pass, credits: 0 };
    expect(isOpen({ ...passLine, pass: spent })).toBe(true);
    const attended = { ...passBooking, status: 'attended' as const };
    expect(isOpen({ ...passLine, pass: { ...spent, bookings: [attended] } })).toBe(false);
  });
});

describe('what can be chosen', () => {
  const team = (id: number, is_own_team: boolean, session_date = '2026-11-28') =>
    passSession(id, { is_own_team }, { session_date });
  const [a, b, black] = [team(1, true), team(2, true, '2026-12-06'), team(3, false)];
  const ids = ({ days }: ReturnType<typeof groupByDay>) =>
    days.map(([date, sessions]) => [date, sessions.map(({ session }) => session.session_id)]);

  it('is by day, of whichever weekend, of the child’s own team; the others when asked for', () => {
    expect(ids(groupByDay([a, black, b], false))).toEqual([
      ['2026-11-28', [uuid(1)]],
      ['2026-12-06', [uuid(2)]],
    ]);
    expect(groupByDay([a, black, b], false).more).toBe(true);
    expect(ids(groupByDay([a, black, b], true))[0]).toEqual(['2026-11-28', [uuid(1), uuid(3)]]);
  });

  it('is of every team where its own has none', () => {
    expect(groupByDay([black], false)).toMatchObject({ more: false, days: [['2026-11-28', [black]]] });
  });
});

it('the calendar file has what is ahead at the right moment, with reminders, and names no child', () => {
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
