import { clientAddress } from '../../client-address.ts';
import { requestScope } from '../../request-scope.ts';
import { authError } from '../auth-error.ts';
import { type AuthService, tablesOf, type UserRow } from '../internals.ts';

interface HookAnswer {
  error?: { http_code: number; message: string };
}

/**
 * The hook `before_user_created` runs for every address, so that the answer does not show whether the address is new.
 */
export const askHook = (service: AuthService, email: string): Promise<void> =>
  ask(service, { email: email.toLowerCase(), phone: '' });

export const askHookForPhone = (service: AuthService, phone: string): Promise<void> =>
  ask(service, { email: '', phone });

async function ask(service: AuthService, user: { email: string; phone: string }): Promise<void> {
  const headers = new Headers(requestScope.getStore()?.headers);
  const event = {
    metadata: { name: 'before-user-created', ip_address: clientAddress(headers) },
    user,
  };
  const { answer } = await tablesOf(service)
    .selectNoFrom((eb) =>
      eb
        .fn<HookAnswer>('private.limit_new_accounts', [
          eb.cast(eb.cast(eb.val(JSON.stringify(event)), 'text'), 'jsonb'),
        ])
        .as('answer'),
    )
    .executeTakeFirstOrThrow();
  if (answer.error) throw authError(answer.error.http_code, 'unknown', answer.error.message);
}

type SentAt =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at';

/** After too many e-mails, the database sets the time of the last e-mail into the future. */
export function isPaused(account: UserRow | null, column: SentAt): boolean {
  const sentAt = account?.[column];
  return typeof sentAt === 'string' && Date.parse(sentAt) > Date.now();
}
