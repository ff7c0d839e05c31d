/** Buys orders in the browser and reads their mails, for the flows after a purchase. */
import type { Page } from '@playwright/test';
import type { HoldRequest } from '#contract/order-requests.ts';
import type { OrderView } from '#contract/orders.ts';
import { call, eventually, rpc, sql } from './backend.ts';
import { env } from './env.ts';
import { type Mail, mailsTo } from './mails.ts';

type Line = HoldRequest['lines'][number];

interface Purchase {
  email: string;
  lines: Line[];
  /** A child gets only one try-out, so each test that buys one needs a new child's name. */
  children: string[];
  more?: Partial<HoldRequest>;
  details?: object;
  before?: (secret: string) => Promise<unknown>;
}

async function toPaymentPage(
  page: Page,
  { email, lines, children, more = {}, details = {}, before }: Purchase,
): Promise<OrderView> {
  const order = await rpc<OrderView & { message?: string }>('hold_order', {
    p_order: { lines, children: children.map(() => ({ dob: '2017-03-14' })), ...more },
  });
  if (order.status >= 300) throw new Error(`not held: ${order.body.message}`);
  const { body: checkout } = await call<{ url?: string; code?: string }>('create-checkout', {
    secret: order.body.secret,
    expected_total_cents: order.body.total_cents,
    details: {
      parent: { name: 'Mei Tan', email, phone: '+6591234567' },
      children: children.map((name) => ({ name, dob: '2017-03-14', ...details })),
      consents: { terms: true, activity: true },
    },
  });
  if (!checkout.url) throw new Error(`no payment page: ${checkout.code}`);
  await before?.(order.body.secret);
  await page.goto(checkout.url);
  return order.body;
}

/** Holds and pays an order. Afterwards the browser is on the success page. */
export async function buy(page: Page, purchase: Purchase): Promise<OrderView> {
  const order = await toPaymentPage(page, purchase);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await page.waitForURL('**/*-success?**');
  // The page after paying may appear before the payment's event arrives.
  await eventually(
    'The payment',
    async () =>
      (await sql()`select from public.orders where number = ${order.number} and paid_at is not null`).count,
    (paid) => paid === 1,
  );
  return order;
}

/** Pays by PayNow. The returned function makes the bank's decision later. */
export async function payLater(
  page: Page,
  purchase: Purchase,
): Promise<(succeeded: boolean) => Promise<void>> {
  await toPaymentPage(page, purchase);
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('radio', { name: /PayNow/ }).check();
  await page.getByRole('button', { name: 'Pay, and the bank confirms later' }).click();
  await page.waitForURL('**/*-success?**');
  return async (succeeded) => {
    const answer = await fetch(`${env('STRIPE_API_URL')}/_test/settle/${session}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ succeeded }),
    });
    if (!answer.ok) throw new Error(`The bank's word was not taken: ${answer.status}`);
  };
}

export const lapse = (secret: string) =>
  sql()`update holds set expires_at = clock_timestamp() - interval '1 second'
    where order_id = (select id from orders where secret = ${secret})`;

export async function mailAbout(email: string, subject: RegExp): Promise<Mail> {
  const mails = await eventually(
    `a mail about ${subject.source}`,
    () => mailsTo(email),
    (all) => all.some((mail) => subject.test(mail.subject)),
  );
  const mail = mails.find((one) => subject.test(one.subject));
  if (!mail) throw new Error('unreachable');
  return mail;
}

/** Returns the first address in an e-mail that contains this text. */
export function linkIn(mail: Mail, part: string): string {
  const link = [...mail.html.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => href ?? '')
    .find((href) => href.includes(part));
  if (!link) throw new Error(`no link with ${part} in “${mail.subject}”`);
  return link.replaceAll('&amp;', '&');
}

/** Returns the link whose holder can change the order. */
export async function manageLink(email: string, subject = /You’re in|It’s yours/): Promise<string> {
  return linkIn(await mailAbout(email, subject), `${env('SITE_URL')}/manage-booking?access=`);
}

const createdSessions: string[] = [];

export async function forgetSessions(): Promise<void> {
  if (createdSessions.length > 0)
    await sql()`update sessions set status = 'cancelled' where id = any (${createdSessions.splice(0)})`;
}

/** Makes a class for one test, early on the last day of this weekend on which the team has one. */
export async function makeSession({ team = 'Red Otter', capacity = 4, fromHour = 0 } = {}): Promise<string> {
  const [row] = await sql()`
    insert into sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id, s.coach_id, s.session_date, t.free, 60, ${capacity}
    from sessions s join class_types c on c.id = s.class_type_id
    cross join lateral (
      select (g * interval '5 minutes')::time as free from generate_series(${fromHour * 12}::integer, 100) g
      where not exists (select from sessions o where o.session_date = s.session_date and o.session_time = (g * interval '5 minutes')::time)
      limit 1) t
    where c.name like ${`${team}%`} and s.status = 'scheduled' and s.starts_at > private.calendar_now()
      and s.session_date < private.calendar_today() + 7
    order by s.session_date desc, s.starts_at limit 1
    returning id`;
  const id = String(row?.['id']);
  createdSessions.push(id);
  return id;
}
