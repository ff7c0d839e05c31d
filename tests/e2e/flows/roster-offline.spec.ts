/**
 * A coach uses the roster for an hour without a network (decisions "The roster without a network", "Asking the
 * parents").
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { waitForShell } from '../support/shell.ts';
import { classToday, openRosterEntry } from '../support/staff.ts';
import { test } from '../support/test.ts';

const path = '/management/roster';
const coach = { email: 'coach@otter.test' };

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const readState = async ({ children }: ParentAccount, name: string) => {
  const [row] = await sql()<{ state: { state: string } }[]>`
    select private.mark_state(id, null, session_date) as state from public.bookings
    where child_id = ${children[name] ?? ''} and status = 'booked'`;
  return row?.state;
};

test(
  'the roster opens at once after an hour without a network, nobody is signed out, and the coach can ask a parent',
  { tag: '@once' },
  async ({ page, context }) => {
    const name = 'Ines Unasked';
    const parent = await makeParent([name]);
    const place = await classToday(parent, name);
    await sql()`update public.profiles set phone = '+6591230000' where family_id = ${parent.familyId}`;
    await enter(page, coach, path);
    await openRosterEntry(page, place);
    // The roster can be installed as an app, because that is how a coach opens it without a network.
    const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
    const manifest: unknown = await fetch(env('SITE_URL') + href).then((response) => response.json());
    expect(manifest).toMatchObject({ start_url: path, display: 'standalone', id: path });
    await waitForShell(page);
    const row = rowOf(page, name);
    await expect(row).toContainText('Health: no information yet');
    await row.getByRole('button', { name: `Health and contacts: ${name}` }).click();
    await row.getByRole('button', { name: `Ask by e-mail about ${name}` }).click();
    await expect(row.getByText('E-mail sent to the parents.')).toBeVisible();
    await expectAccessible(page);

    await context.setOffline(true);
    // The token has expired, but by the database's calendar it is still the same day.
    await page.evaluate(() => {
      const storedSession = JSON.parse(localStorage.getItem('otter-auth-token') ?? '{}') as Record<
        string,
        unknown
      >;
      const expires_at = Date.now() / 1000 - 60;
      localStorage.setItem('otter-auth-token', JSON.stringify({ ...storedSession, expires_at }));
    });
    // The processor is slowed down to that of a slow phone.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const began = Date.now();
    await page.reload();
    await openRosterEntry(page, place);
    await expect(row.getByRole('button', { name: `Check in ${name}` })).toBeVisible();
    test.info().annotations.push({ type: 'from tap to roster', description: `${Date.now() - began} ms` });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page.getByText('You are signed out')).toBeHidden();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expect(page.getByText(/No network\. As of/)).toBeVisible();
    await row.getByRole('button', { name: `Check in ${name}` }).click();
    await expect(row).toContainText(/In \d/);
    await expect(page.getByText('1 change is waiting for the network.')).toBeVisible();
    await row.getByRole('button', { name: `Health and contacts: ${name}` }).click();
    const chat = row.getByRole('link', { name: /^WhatsApp Mei Tan/ });
    await expect(chat).toHaveAttribute('href', /wa\.me\/6591230000\?text=.*Ines.*manage-booking/);
    await row.getByRole('button', { name: `Ask by e-mail about ${name}` }).click();
    await expect(row.getByText('The e-mail was not sent.')).toBeVisible();

    // With the network the session is renewed, and the waiting changes are sent.
    await context.setOffline(false);
    await expect(page.getByText(/^All saved/)).toBeVisible();
    await expect.poll(() => readState(parent, name)).toMatchObject({ state: 'in' });
  },
);
