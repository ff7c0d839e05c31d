// Tests what parents and coaches do most, in the engine of an iPhone and in Firefox (`npm run test:browsers`).
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtPages, measuredAddress } from '#scripts/budget/pages.ts';
import { makeSession } from '../e2e/support/after-sale.ts';
import { hold, openings, sql } from '../e2e/support/backend.ts';
import { cardOf } from '../e2e/support/booking.ts';
import { laneDir } from '../e2e/support/stack.ts';
import { makeParent, type ParentAccount } from '../e2e/support/parents.ts';
import { classToday, reportHealth } from '../e2e/support/staff.ts';
import { inEachBrowser } from './support/browsers.ts';
import { fillBirthDate, fillCheckout, pay } from './support/checkout.ts';
import { until } from './support/engine.ts';

/** Errors that the page's watcher has not processed yet, because it loads once the page is idle. */
const WAITING_ERRORS = `
  return Array.isArray(window.reportQueue)
    ? window.reportQueue.filter((one) => one instanceof Event).map(({ message, reason }) => message ?? String(reason))
    : [];`;
/** Reports an error as a script of the site would throw it. False while the watcher has not loaded. */
const LAST_ERROR = `
  if (Array.isArray(window.reportQueue ?? [])) return false;
  const [message, filename] = ['thrown on purpose', location.origin + '/_astro/a.js'];
  window.reportQueue.push(new ErrorEvent('error', { message, filename, error: new Error(message) }));
  return dispatchEvent(new Event('online'));`;

inEachBrowser((browser) => {
  it('a parent books a weekend class as a guest, pays, and saves it in a calendar', async () => {
    const { visitor, site, name, dir, signOut } = browser();
    const email = `guest.${name.toLowerCase()}@example.com`;
    const [open] = (await openings()).filter(({ available_spots }) => available_spots > 2);
    const card = await cardOf(open?.session_id ?? '');
    await visitor.open(site);
    await visitor.press({ role: 'button', name: card.team.replace(/ [AB]$/, '') });
    await visitor.see({ text: 'Question 2 of 3' });
    const day = { role: 'group', name: card.date };
    const hour = card.time.replace('.', '\\.');
    await visitor.press({ role: 'button', name: `/${hour}\\s*${card.team}/`, within: day });
    await visitor.press({ role: 'button', name: 'Get Term' });
    await visitor.arrive(/\/checkout\/term/);
    await fillCheckout(visitor, { child: `Mira ${name}`, email });
    await pay(visitor, '697');
    await visitor.see({ role: 'heading', name: 'Booking Confirmed!' });
    const [enrolled] = await sql()`select b.status from bookings b join children c on c.id = b.child_id
      where b.session_id = ${card.id} and c.name = ${`Mira ${name}`}`;
    expect(enrolled).toEqual({ status: 'booked' });

    await visitor.press({ role: 'button', name: 'Add to calendar' });
    await until(async () => {
      const saved = readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((one) =>
        one.endsWith('.ics'),
      );
      if (!saved) throw new Error('No calendar file was saved');
      expect(await readFile(path.join(dir, saved), 'utf8')).toContain('END:VCALENDAR');
    });
    await signOut();
  });

  it('a parent signs in, sees the family’s children, and opens a receipt', async () => {
    const { visitor, engine, signIn, signOut } = browser();
    // The parent of the demo's family, which has bought something.
    const email = 'parent@otter.test';
    const [child] = await sql()<{ name: string }[]>`select c.name from children c
      join families f on f.id = c.family_id join auth.users u on u.id = f.primary_parent_id where u.email = ${email}`;
    await signIn(email, '/family-base');
    await visitor.see({ text: `/${child?.name.split(' ')[0] ?? ''}/` });
    await visitor.press({ role: 'link', name: 'Passes' });
    await visitor.press({ role: 'button', name: '/^Receipt/' });
    // The print dialog would block the test.
    await engine.run('window.print = () => { document.body.dataset.printed = document.body.innerText; }');
    await visitor.press({ role: 'button', name: 'Print, or save as PDF' });
    await until(async () => {
      const printed = await engine.run<string | null>('return document.body.dataset.printed ?? null');
      expect(printed).toMatch(/S\$\d/);
    });
    await signOut();
  });

  it('every public page opens without an error, and none is wider than the phone', async () => {
    const { visitor, engine, site } = browser();
    const reports = async () =>
      (await sql()`select message from public.error_reports`).map(({ message }) => String(message));
    await sql()`delete from public.error_reports`;
    const wide: string[] = [];
    const thrown: string[] = [];
    for (const page of builtPages(laneDir)) {
      await visitor.open(site + measuredAddress(page));
      await visitor.see({ role: 'heading', name: '/./' });
      const [width, window] = await engine.run<number[]>(
        'return [document.documentElement.scrollWidth, innerWidth]',
      );
      if ((width ?? 0) > (window ?? 0)) wide.push(`${page.address}: ${width} px`);
      thrown.push(
        ...(await engine.run<string[]>(WAITING_ERRORS)).map((message) => `${page.address}: ${message}`),
      );
    }
    expect(wide).toEqual([]);
    expect(thrown).toEqual([]);
    // The pages report their own errors (features/watch). When this last error has arrived, all others have arrived
    // too.
    await until(async () => {
      if (!(await engine.run<boolean>(LAST_ERROR))) throw new Error('The monitoring did not load');
    });
    await until(async () => {
      if ((await reports()).length === 0) throw new Error('The error was not reported');
    });
    expect((await reports()).filter((message) => !message.includes('thrown on purpose'))).toEqual([]);
  });

  it('a parent joins the waitlist of a full class', async () => {
    const { visitor, site, name } = browser();
    const email = `waits.${name.toLowerCase()}@example.com`;
    const full = await makeSession({ capacity: 1 });
    await hold(full);
    await visitor.open(`${site}/waitlist?session=${full}`);
    await visitor.fill({ label: 'Child’s name' }, `Sol ${name}`);
    await fillBirthDate(visitor, 2018);
    await visitor.fill({ label: 'Parent’s name' }, 'Lim Wei Ming');
    await visitor.fill({ label: 'E-mail' }, email);
    await visitor.fill({ label: 'WhatsApp number' }, '9123 4567');
    await visitor.press({ role: 'button', name: '/^Join the waitlist/' });
    await until(async () => {
      const rows = await sql()`select from public.waitlist_entries where parent_email = ${email}`;
      if (rows.length !== 1) throw new Error('No entry on the waitlist');
    });
  });

  it('a parent reserves a spot of the holiday package', async () => {
    const { visitor, site, name } = browser();
    const email = `reserves.${name.toLowerCase()}@example.com`;
    await visitor.open(`${site}/passes`);
    await visitor.press({ role: 'button', name: 'Reserve Your Spot' });
    const dialog = { role: 'dialog', name: 'Reserve Your Spot' };
    await visitor.fill({ label: 'Parent’s name', within: dialog }, 'Mei Tan');
    await visitor.fill({ label: 'E-mail', within: dialog }, email);
    await visitor.fill({ label: 'WhatsApp number', within: dialog }, '9123 4567');
    await visitor.press({ role: 'button', name: 'Reserve my spot', within: dialog });
    await visitor.see({ role: 'heading', name: 'All Set!' });
    const leads = await sql()`select r.whatsapp from leads l join spot_reservations r on r.lead_id = l.id
      where l.email = ${email}`;
    expect([...leads]).toEqual([{ whatsapp: '+6591234567' }]);
  });

  it('a coach checks a child in, also without a network, and no mark is lost', async () => {
    const { visitor, engine, network, site, signIn, signOut, name } = browser();
    const names = [`Ola ${name}`, `Pia ${name}`] as const;
    const parent = await makeParent(names);
    const place = await classToday(parent, names[0]);
    await sql()`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${parent.children[names[1]] ?? ''}, ${parent.familyId}
      from public.sessions where id = ${place}`;
    await reportHealth(parent, names[0], 'Peanuts');
    const [row] = await sql()<{ time: string }[]>`
      select ltrim(to_char(session_time, 'HH12.MI'), '0') as time from public.sessions where id = ${place}`;
    const time = { role: 'button', name: row?.time ?? '' };
    await signIn('coach@otter.test', '/management/roster');
    await visitor.press(time);
    await visitor.see({ text: '/Peanuts/' });
    await visitor.press({ role: 'button', name: `Check in ${names[0]}` });
    await until(() => isIn(parent, names[0]));

    await until(async () => {
      if (!(await engine.run<boolean>('return navigator.serviceWorker.controller !== null')))
        throw new Error('The roster is not kept yet');
    });
    network.unplug();
    // When the page is opened again, the page and the day come from this device.
    await visitor.open(`${site}/management/roster`);
    await visitor.press(time);
    await visitor.see({ text: '/No network. As of/' });
    await visitor.press({ role: 'button', name: `Check in ${names[1]}` });
    // This step covers the case that the answer to the first change was lost.
    await visitor.see({ text: '/waiting for the network/' });
    await expect(isIn(parent, names[1])).rejects.toThrow();
    network.plug();
    await visitor.see({ text: '/^All saved/' });
    await isIn(parent, names[1]);
    await signOut();
  });
});

async function isIn({ children }: ParentAccount, name: string): Promise<void> {
  const [row] = await sql()<{ state: { state: string } | null }[]>`
    select private.mark_state(id, null, session_date) as state from public.bookings
    where child_id = ${children[name] ?? ''} and status = 'booked'`;
  expect(row?.state).toMatchObject({ state: 'in' });
}
