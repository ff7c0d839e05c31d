/** Books a class on the site: chooses it, fills in the checkout and goes to the payment page. */
import { expect, type Locator, type Page } from '@playwright/test';
import { sql } from './backend.ts';
import { env } from './env.ts';

export interface SessionCard {
  id: string;
  /** Texts as the page shows them: "Sat 28 Nov 2026", "10.30 am", "Red Otter B". */
  date: string;
  time: string;
  team: string;
}

export async function cardOf(id: string): Promise<SessionCard> {
  const [row] = await sql()`select s.session_date::text as date, s.session_time::text as time, c.name as team
    from sessions s join class_types c on c.id = s.class_type_id where s.id = ${id}`;
  const at = new Date(`${String(row?.['date'])}T${String(row?.['time'])}Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at);
  const hour = at.getUTCHours() % 12 || 12;
  const minute = String(at.getUTCMinutes()).padStart(2, '0');
  return {
    id,
    date: `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })} ${part({ year: 'numeric' })}`,
    time: `${hour}.${minute} ${at.getUTCHours() < 12 ? 'am' : 'pm'}`,
    team: String(row?.['team']),
  };
}

/** Opens the home page and answers the first two questions. */
export async function chooseWeekendClass(page: Page, team: string, session: SessionCard): Promise<void> {
  await page.goto(env('SITE_URL'));
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^(${team}|SELECTED ${team})`) }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await sessionButton(page, session).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
}

export function sessionButton(page: Page, session: SessionCard) {
  return page
    .getByRole('group', { name: session.date })
    .getByRole('button', { name: new RegExp(`${session.time.replace('.', '\\.')}\\s*${session.team}`) });
}

export const choosePass = (page: Page, pass: string) =>
  page.getByRole('button', { name: `Get ${pass}` }).click();

export interface Parent {
  name: string;
  email: string;
  phone: string;
  child: string;
}

export async function fillCheckout(page: Page, parent: Parent): Promise<void> {
  await fillChild(page.getByRole('group', { name: 'Child 1', exact: true }), parent.child, [14, 3, 2018]);
  await page.getByLabel('Parent’s full name').fill(parent.name);
  await page.getByLabel('E-mail').fill(parent.email);
  await page.getByLabel('Mobile (WhatsApp)').fill(parent.phone);
  await page.getByRole('checkbox', { name: /terms/ }).check();
  await page.getByRole('checkbox', { name: /take part/ }).check();
  await fillConfidence(page, parent);
}

export async function fillChild(
  card: Locator,
  name: string,
  birthday: [number, number, number],
): Promise<void> {
  await card.getByLabel('Child’s full name').fill(name);
  for (const [index, part] of ['Day', 'Month', 'Year'].entries())
    await card.getByLabel(part).fill(String(birthday[index]));
}

/** Fills in health and signature, which the browser never saves and a reload empties. */
export async function fillConfidence(page: Page, parent: Pick<Parent, 'name'>): Promise<void> {
  for (const nothing of await page.getByRole('radio', { name: 'Nothing to report' }).all())
    await nothing.check();
  await page.getByLabel('Your signature').fill(parent.name);
}

/** The visible Pay button: beside the form on a desktop, at its end on a phone. */
export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^Pay S\$/ }).filter({ visible: true });

/** Matches the beginning of the Pay button's text: "Pay S$697" for `payText('697')`. */
export const payText = (price: string | number): RegExp =>
  new RegExp(`^Pay S\\$${String(price).replaceAll('.', '\\.')}(?![\\d,.])`);

export async function goToPayment(page: Page): Promise<void> {
  await payButton(page).click();
  await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
}
