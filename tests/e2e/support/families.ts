/** Signs parents in on the pages about parents, and gives their families consents, proposals and log entries. */
import { expect, type Page } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { sql } from './backend.ts';
import { env } from './env.ts';
import type { ParentAccount } from './parents.ts';

/** Signs the parent in before the first page opens, as if they had signed in earlier. */
export async function beSignedIn(page: Page, { email }: Pick<ParentAccount, 'email'>): Promise<void> {
  const answer = await fetch(`${env('SUPABASE_URL')}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const session: unknown = await answer.json();
  await page.addInitScript((text) => {
    // The session is stored only once, so that a sign-out in the page lasts.
    if (sessionStorage.getItem('test-signed-in') !== null) return;
    sessionStorage.setItem('test-signed-in', '1');
    localStorage.setItem('otter-auth-token', text);
  }, JSON.stringify(session));
}

export const parentsPath = '/family-base/parents';
export async function openParents(page: Page, hash = ''): Promise<void> {
  await page.goto(env('SITE_URL') + parentsPath + hash);
  await expect(page.getByRole('heading', { name: 'Parents', level: 1 })).toBeVisible();
}
export const sectionOf = (page: Page, name: string) => page.getByRole('region', { name });

/** Makes `second` the second parent of the first parent's family. */
export async function joinFamily({ familyId }: ParentAccount, second: ParentAccount): Promise<void> {
  await sql()`delete from public.families where id = ${second.familyId}`;
  await sql()`update public.families set secondary_parent_id = ${second.userId} where id = ${familyId}`;
  second.familyId = familyId;
}

interface ProposalRow {
  kind: string;
  value: object | string;
  childId?: string;
  field?: string;
}

/** Makes the proposals that the payment of a guest's order would make. */
export async function proposeDetails(
  { familyId }: ParentAccount,
  rows: readonly ProposalRow[],
): Promise<void> {
  for (const { kind, field = null, value, childId = null } of rows)
    await sql()`
      insert into public.family_proposals (family_id, child_id, kind, field, value)
      values (${familyId}, ${childId}, ${kind}, ${field}, ${sql().json(value as never)})`;
}

/** Records a consent to the current text, given `daysAgo` days ago. */
export async function recordConsent(
  { familyId, userId }: ParentAccount,
  purpose: string,
  { childId = null, daysAgo = 1 }: { childId?: string | null; daysAgo?: number } = {},
): Promise<void> {
  await sql()`
    insert into public.consents (family_id, child_id, user_id, purpose, version, given, source, created_at)
    values (${familyId}, ${childId}, ${userId}, ${purpose}::public.consent_purpose,
      private.consent_version(${purpose}::public.consent_purpose), true, 'account', now() - make_interval(days => ${daysAgo}))`;
}

/** Records that a member of staff read data of the family. */
export async function staffRead(
  { familyId }: ParentAccount,
  { childId = null, how, minutesAgo }: { childId?: string | null; how: string; minutesAgo: number },
): Promise<void> {
  await sql()`
    insert into public.access_log (user_id, accessed_table, access_type, child_id, family_id, created_at)
    select (select user_id from public.coaches where user_id is not null order by name limit 1), 'child_health', ${how},
      ${childId}::uuid, ${familyId}, now() - make_interval(mins => ${minutesAgo})`;
}
