import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { sql } from './backend.ts';
import { env } from './env.ts';

/** A parent with an account that no other test uses. */
export interface ParentAccount {
  userId: string;
  familyId: string;
  email: string;
  name: string;
  children: Record<string, string>;
}

/** The children are born on 14 March 2018. */
export async function makeParent(names: readonly string[]): Promise<ParentAccount> {
  const [userId, familyId] = [randomUUID(), randomUUID()];
  const [email, name] = [`parent.${userId.slice(0, 8)}@families.test`, 'Mei Tan'];
  await sql()`
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at)
    values (
      ${userId}, 'authenticated', 'authenticated', ${email},
      extensions.crypt(${demoPassword}, extensions.gen_salt('bf', 6)), now(),
      ${sql().json({ provider: 'email', providers: ['email'] })}, ${sql().json({ name })}, now(), now())`;
  await sql()`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (
      ${randomUUID()}, 'email', ${userId}, ${userId},
      ${sql().json({ sub: userId, email, email_verified: true, phone_verified: false })}, now(), now())`;
  await sql()`insert into public.user_roles (user_id, role) values (${userId}, 'customer') on conflict do nothing`;
  await sql()`
    insert into public.families (id, primary_parent_id, contact_name, contact_email)
    values (${familyId}, ${userId}, ${name}, ${email})`;
  const children: Record<string, string> = {};
  for (const child of names) {
    const id = randomUUID();
    await sql()`
      insert into public.children (id, family_id, name, dob) values (${id}, ${familyId}, ${child}, '2018-03-14')`;
    children[child] = id;
  }
  return { userId, familyId, email, name, children };
}

/** Adds everything that a checkout would ask for: a phone number, and the required consents to the current texts. */
export async function completeDetails({ userId, familyId, children }: ParentAccount): Promise<void> {
  await sql()`update public.profiles set phone = '+6591234567' where id = ${userId}`;
  await sql()`
    insert into public.consents (family_id, user_id, purpose, version, given, source)
    select ${familyId}, ${userId}, 'terms', private.consent_version('terms'), true, 'account'`;
  for (const id of Object.values(children))
    await sql()`
      insert into public.consents (family_id, child_id, purpose, version, given, source)
      select ${familyId}, ${id}, 'activity', private.consent_version('activity'), true, 'account'`;
}

/** Adds the family's health details and consents, so that nothing needs to be asked again. */
export async function recordDetails({ userId, familyId, children }: ParentAccount): Promise<void> {
  await sql()`
    insert into public.consents (family_id, user_id, purpose, version, given, source)
    select ${familyId}, ${userId}, p, private.consent_version(p), true, 'account'
    from unnest('{terms,marketing}'::public.consent_purpose[]) p`;
  for (const id of Object.values(children)) {
    await sql()`insert into public.child_health (child_id, allergies) values (${id}, 'Peanuts')`;
    await sql()`
      insert into public.consents (family_id, child_id, user_id, purpose, version, given, source)
      select ${familyId}, ${id}, ${userId}, p, private.consent_version(p), true, 'account'
      from unnest('{activity,liability,medical,photo}'::public.consent_purpose[]) p`;
  }
}

export async function signIn(
  page: Page,
  { email }: Pick<ParentAccount, 'email'>,
  path: string,
): Promise<void> {
  await page.goto(`${env('SITE_URL')}/auth?from=${encodeURIComponent(path)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(env('SITE_URL') + path);
}
