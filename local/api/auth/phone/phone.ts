import { randomUUID } from 'node:crypto';
import { authError } from '../auth-error.ts';
import type { AuthSettings } from '../context.ts';
import { type AuthService, tablesOf, type UserRow } from '../internals.ts';
import { askHookForPhone, isPaused } from '../limits/new-accounts.ts';
import { makeCode } from '../one-time.ts';

/** Returns the number as it is saved: E.164 without the plus. */
export function phoneOf(text: string): string {
  const phone = text.replaceAll(/[+\s]/g, '');
  if (!/^[1-9]\d{1,14}$/.test(phone))
    throw authError(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
  return phone;
}

export const findByPhone = async (service: AuthService, phone: string): Promise<UserRow | null> =>
  ((await tablesOf(service).selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst()) as
    | UserRow
    | undefined) ?? null;

interface NewAccount {
  phone: string;
  name?: unknown;
  hash?: string;
}

export async function addAccount(service: AuthService, { phone, name, hash }: NewAccount): Promise<UserRow> {
  await askHookForPhone(service, phone);
  const id = randomUUID();
  const user = await service.repo.createUser({
    id,
    email: null,
    phone,
    encrypted_password: hash ?? null,
    raw_app_meta_data: { provider: 'phone', providers: ['phone'] },
    raw_user_meta_data: typeof name === 'string' ? { name } : {},
  });
  await service.repo.createIdentity({
    id: randomUUID(),
    provider: 'phone',
    provider_id: id,
    user_id: id,
    identity_data: { sub: id, phone, phone_verified: false, email_verified: false },
  });
  return user;
}

/** Sends a code by text message. The local inbox shows it as an e-mail to the number. */
export async function sendCode(service: AuthService, settings: AuthSettings, user: UserRow): Promise<void> {
  const phone = user.phone ?? '';
  if (isPaused(user, 'confirmation_sent_at')) return;
  const { code, hash } = makeCode(phone);
  await service.repo.updateUser(user.id, {
    confirmation_token: hash,
    confirmation_sent_at: new Date().toISOString(),
  });
  const text = `Your code is ${code}`;
  const { sender, from } = settings.mail;
  await sender.send({ from, to: inboxOf(phone), subject: 'Text message', html: text, text });
}

/** The address under which the local inbox shows text messages to a number. */
export const inboxOf = (phone: string): string => `${phone}@text-message.test`;
