/** Signs people in through the API and opens a page, and gives children passes. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { demoLogins, demoPassword } from '#local/demo/logins.ts';
import { sql } from './backend.ts';
import { env } from './env.ts';
import type { ParentAccount } from './parents.ts';

/**
 * Gives one child a pass with credits, without a sale. `days` counts from today in the calendar until its last day.
 */
export async function givePass(
  { familyId, children }: ParentAccount,
  child: string,
  { credits = 3, days = 60, makeUps = 1 } = {},
): Promise<string> {
  const id = randomUUID();
  await sql()`
    insert into public.passes (id, family_id, child_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until)
    select ${id}, ${familyId}, ${children[child] ?? ''}, id, 'Term', ${credits},
      private.save_sale_terms(id, details || jsonb_build_object('make_ups', ${makeUps}::integer), cancellation),
      private.calendar_today() - 90, private.calendar_today() + ${days}::integer
    from public.offers where id = 'pass-term'`;
  await sql()`insert into public.credit_ledger (pass_id, delta, reason) values (${id}, ${credits}, 'granted')`;
  return id;
}

/** Signs in by the API like the page, so that the next page has the session. */
export async function signInThrough(page: Page, { email }: Pick<ParentAccount, 'email'>): Promise<void> {
  const session = await signIn(email);
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await page.evaluate((text) => localStorage.setItem('otter-auth-token', text), JSON.stringify(session));
}

export async function enter(page: Page, who: Pick<ParentAccount, 'email'>, path: string): Promise<void> {
  await signInThrough(page, who);
  await page.goto(env('SITE_URL') + path);
}

/** Returns a session by password, with the second factor if the account needs one. */
async function signIn(email: string): Promise<{ access_token?: string }> {
  const answer = await fetch(`${env('SUPABASE_URL')}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  let session = (await answer.json()) as { access_token?: string };
  if (!session.access_token) throw new Error(`${email} was not let in`);
  if (demoLogins.some((login) => login.email === email && login.secondStep))
    session = await raiseToSecondFactor(session);
  return session;
}

/**
 * Raises a session as if an app's code had been entered. A real code works only once, and several tests may run at
 * once.
 */
async function raiseToSecondFactor(session: { access_token?: string }): Promise<{ access_token?: string }> {
  const { refresh_token = '', access_token = '' } = session as Record<string, string>;
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  await sql()`update auth.sessions set aal = 'aal2' where id = ${claims.session_id}`;
  const answer = await fetch(`${env('SUPABASE_URL')}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  return (await answer.json()) as { access_token?: string };
}

export async function rpcAs(
  { email }: Pick<ParentAccount, 'email'>,
  name: string,
  args: object,
): Promise<{ status: number; body: unknown }> {
  const { access_token = '' } = await signIn(email);
  const answer = await fetch(`${env('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: env('SUPABASE_ANON_KEY'),
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** Waits for the first screen of Family Base. */
export const expectOverview = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your otters' })).toBeVisible();

export const readStoredFamily = (page: Page) =>
  page.evaluate(() =>
    ['otter_family', 'otter_family_drafts'].map((key) => localStorage.getItem(key) ?? '').join(),
  );
