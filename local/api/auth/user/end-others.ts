import type { Caller } from '../bearer.ts';
import type { AuthService } from '../internals.ts';

/** As on the hosted service, a new password ends the other sessions and all earlier links and codes. */
export async function endOthers(service: AuthService, { user, session }: Caller): Promise<void> {
  await service.repo.updateUser(user.id, {
    confirmation_token: null,
    recovery_token: null,
    email_change_token_current: null,
    email_change_token_new: null,
    reauthentication_token: null,
  });
  await service.repo.deleteRefreshTokensForUser(user.id, session.id);
  await service.repo.deleteUserSessions(user.id, session.id);
}
