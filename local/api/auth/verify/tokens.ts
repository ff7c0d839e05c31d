import { authError } from '../auth-error.ts';
import { type AuthService, tablesOf, type UserRow } from '../internals.ts';
import { isExpired } from '../one-time.ts';

type TokenColumn =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new';

const columnsOf = {
  sms: ['confirmation_token'],
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
} as const satisfies Record<string, readonly TokenColumn[]>;
export type VerifyType = keyof typeof columnsOf;

export const isVerifyType = (type: string): type is VerifyType =>
  type !== 'sms' && Object.hasOwn(columnsOf, type);

const sentAtOf = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
} as const satisfies Record<TokenColumn, string>;

/**
 * Uses up a token in one transaction, so that a second request waits and then finds none. Errors: `otp_expired`,
 * `user_banned`.
 */
export async function takeToken(service: AuthService, type: VerifyType, hash: string): Promise<UserRow> {
  const tables = tablesOf(service);
  for (const column of columnsOf[type]) {
    const row = (await tables
      .selectFrom('users')
      .selectAll()
      .where(column, '=', hash)
      .forUpdate()
      .executeTakeFirst()) as UserRow | undefined;
    if (!row) continue;
    if (row.banned_until && Date.parse(row.banned_until) > Date.now())
      throw authError(403, 'user_banned', 'User is banned');
    if (isExpired(row[sentAtOf[column]])) break;
    await tables
      .updateTable('users')
      .set({ [column]: null })
      .where('id', '=', row.id)
      .execute();
    return row;
  }
  throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
}
