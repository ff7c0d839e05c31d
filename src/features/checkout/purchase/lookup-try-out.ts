import { fetchSessions } from '#api/sessions.ts';
import type { Source, TryOut } from './model.ts';
import { ofSession } from './subject.ts';

/**
 * Finds this weekend's sessions of every team. Full ones are included, because they lead to the waitlist (spec 2 §5).
 */
export async function fromTryOut({ offerId, priceCents }: TryOut): Promise<Source> {
  const sessions = await fetchSessions();
  if (!sessions.ok) return { is: 'refused', code: sessions.code };
  return {
    is: 'sessions',
    sessions: sessions.value.map((session) => ({
      session,
      subject: ofSession(session, offerId, priceCents),
    })),
  };
}
