/** Makes camps for one test and opens the checkout with them. */
import { expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import type { Cart } from '#browser/cart.ts';
import { expectAccessible } from './axe.ts';
import { sql } from './backend.ts';
import { env } from './env.ts';

const kinds = {
  spark: { name: 'Spark Camp', team: 'red', days: 3, maxAge: 12 },
  epic: { name: 'EPIC Camp', team: 'black', days: 5, maxAge: 13 },
} as const;

export const makeSpark = (capacity: number): Promise<CampDraft> => makeCamp('spark', capacity);

/** Makes a camp after all others, so far ahead that no other test uses it. */
export async function makeCamp(tier: keyof typeof kinds, capacity: number): Promise<CampDraft> {
  const { name, team, days, maxAge } = kinds[tier];
  const [row] = await sql()`
    insert into camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity, is_active)
    select ${name}, ${tier}, array[${team}], l.id, d.start, d.start + ${days - 1}::int, ${capacity}, true
    from locations l, (
      select greatest(current_date + 200, max(start_date) + 7) as start from camp_weeks) d
    where l.base = 'east-coast' returning id, start_date::text as start`;
  const start = String(row?.['start']);
  await assignCoach(String(row?.['id']));
  const [offer] = await sql()`select price_cents from camps where id = ${String(row?.['id'])}`;
  return {
    passType: 'camp',
    campId: String(row?.['id']),
    campName: name,
    packageType: tier,
    packageName: name,
    team,
    price: Number(offer?.['price_cents']) / 100,
    startDate: start,
    endDate: start,
    numberOfDays: days,
    formattedStartDate: start,
    formattedEndDate: start,
    location: 'East Coast',
    timeStart: '09:00',
    timeEnd: '15:00',
    capacity,
    currentEnrollments: 0,
    spotsLeft: capacity,
    description: `${days} Day ${name}`,
    offerId: `tier-${tier}`,
    minAge: 7,
    maxAge,
  };
}

/** Puts a camp on sale by assigning a coach without an account, who gets no e-mails. */
export async function assignCoach(campId: string): Promise<void> {
  await sql()`insert into coaches (name) values ('Zoe of the camps') on conflict (name) do nothing`;
  await sql()`
    insert into camp_coaches (camp_id, coach_id)
    select ${campId}, id from coaches where name = 'Zoe of the camps'`;
}

export async function closeCamps(drafts: readonly CampDraft[]): Promise<void> {
  const ids = drafts.map(({ campId }) => campId);
  await sql()`update camp_weeks set is_active = false where id = any(${ids})`;
}

/** Opens the checkout like the camp pages: saves the draft in the browser and goes to the address. */
export async function goToCampCheckout(page: Page, draft: CampDraft): Promise<void> {
  await page.goto(`${env('SITE_URL')}/robots.txt`);
  await page.evaluate((text) => localStorage.setItem('selected_camp_data', text), JSON.stringify(draft));
  await page.goto(`${env('SITE_URL')}/checkout?type=camp`);
}

/** Opens the checkout of a class with the Term pass, like the weekend booking. */
export async function goToClassCheckout(page: Page, sessionId: string): Promise<void> {
  const [row] = await sql()`
    select s.session_date::text as date, s.session_time::text as time, c.name, l.name as place, o.price_cents as cents
    from sessions s join class_types c on c.id = s.class_type_id join locations l on l.id = s.location_id,
      offers o where s.id = ${sessionId} and o.id = 'pass-term'`;
  const price = Number(row?.['cents']) / 100;
  const name = String(row?.['name']);
  const checkoutPath = '/checkout/term';
  const cart = {
    sessionId,
    quantity: 1,
    team: name,
    sessionDate: row?.['date'] as string,
    sessionTime: row?.['time'] as string,
    sessionDay: 'Saturday',
    location: row?.['place'] as string,
    coach: '',
    passType: 'term',
    price,
    selectedTeam: { id: 'red', name },
    selectedSession: { id: sessionId, teamLabel: name },
    selectedPass: { id: 'term', offerId: 'pass-term', name: 'Term', price, checkoutPath },
    customerData: { childName: '', childAge: 0, parentName: 'Guest User' },
    timestamp: Date.now(),
  } satisfies Cart;
  await page.goto(`${env('SITE_URL')}/robots.txt`);
  await page.evaluate((text) => localStorage.setItem('otter_cart', text), JSON.stringify(cart));
  await page.goto(`${env('SITE_URL')}${checkoutPath}`);
}

/** Opens the checkout and waits for the form. */
export async function openCampCheckout(page: Page, draft: CampDraft): Promise<void> {
  await goToCampCheckout(page, draft);
  await expect(page.getByLabel('E-mail')).toBeVisible();
}

/** Runs the checks while the summary is open. On a phone it is a bar that must be opened first. */
export async function withSummary(page: Page, checkSummary: () => Promise<void>): Promise<void> {
  const bar = page.getByRole('button', { name: /held until/ });
  const isPhone = await bar.isVisible();
  if (isPhone) await bar.click();
  await checkSummary();
  if (isPhone) await bar.click();
}

export const childCard = (page: Page, n: number) =>
  page.getByRole('group', { name: `Child ${n}`, exact: true });

/** Checks from the top of the page, where no control is half scrolled under a phone's bar. */
export async function expectAccessibleForm(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectAccessible(page);
}
