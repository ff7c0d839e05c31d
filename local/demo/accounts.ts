import type postgres from 'postgres';
import { demoId } from './ids.ts';
import { type DemoLogin, demoLogins } from './logins.ts';

export async function seedAccounts(sql: postgres.Sql): Promise<void> {
  for (const login of demoLogins) await seedAccount(sql, login);
  await sql`
    update public.coaches set user_id = ${userId('coach@otter.test')}
    where id = '20000000-0000-4000-8000-000000000001' and user_id is null`;
}

async function seedAccount(sql: postgres.Sql, login: DemoLogin): Promise<void> {
  const id = userId(login.email);
  // The cost is low, because demo passwords are public and a start should not wait for hashing.
  await sql`
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at)
    values (
      ${id}, 'authenticated', 'authenticated', ${login.email},
      extensions.crypt(${login.password}, extensions.gen_salt('bf', 6)), now(),
      ${sql.json({ provider: 'email', providers: ['email'] })}, ${sql.json({ name: login.name })}, now(), now())
    on conflict do nothing`;
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (
      ${demoId(`identity ${login.email}`)}, 'email', ${id}, ${id},
      ${sql.json({ sub: id, email: login.email, email_verified: true, phone_verified: false })}, now(), now())
    on conflict do nothing`;
  if (login.secondStep !== undefined)
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${demoId(`factor ${login.email}`)}, ${id}, 'Demo app', 'totp', 'verified', ${login.secondStep})
      on conflict do nothing`;
  await sql`
    insert into public.user_roles (user_id, role) values (${id}, ${login.role}) on conflict do nothing`;
}

export function userId(email: string): string {
  return demoId(`user ${email}`);
}
