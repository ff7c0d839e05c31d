import { type AuthService, inTransaction, tablesOf } from './internals.ts';

/**
 * Refreshes of one session run one after the other, because @supabase/lite would issue two valid tokens. A reused
 * token ends the session.
 */
export function refreshOneByOne(service: AuthService): void {
  const refresh = service.refreshSession.bind(service);
  service.refreshSession = async (token) => {
    let refusal: unknown;
    const session = await inTransaction(service, async () => {
      await lockSession(service, token);
      try {
        return await refresh(token);
      } catch (error) {
        refusal = error;
        return null;
      }
    });
    if (session === null) throw refusal;
    return session;
  };
}

async function lockSession(service: AuthService, token: string | undefined): Promise<void> {
  await tablesOf(service)
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select('sessions.id')
    .where('refresh_tokens.token', '=', token ?? '')
    .forUpdate('sessions')
    .execute();
}
