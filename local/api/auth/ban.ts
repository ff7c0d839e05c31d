import type { AuthErrorClass } from './auth-error.ts';
import { type AuthService, internalsOf, type UserRow } from './internals.ts';

/**
 * @supabase/lite ignores `auth.users.banned_until`. Like the hosted service, an access token that was issued earlier
 * stays valid for the data API.
 */
export function refuseBanned(service: AuthService, AuthError: AuthErrorClass): void {
  const refuse = (user: UserRow | null, status: number) => {
    if (user?.banned_until && Date.parse(user.banned_until) > Date.now())
      throw new AuthError(status, 'user_banned', 'User is banned');
  };
  const steps = internalsOf(service);
  const createSession = steps.createSessionForUser.bind(service);
  steps.createSessionForUser = async (user, ...rest) => {
    refuse(user, 400);
    return createSession(user, ...rest);
  };
  const createRefresh = steps.createRefreshResponse.bind(service);
  steps.createRefreshResponse = async (user, ...rest) => {
    refuse(user, 400);
    return createRefresh(user, ...rest);
  };
  const getUser = service.getUser.bind(service);
  service.getUser = async (id) => {
    refuse(await service.repo.findUserById(id), 403);
    return getUser(id);
  };
  const updateUser = service.updateUser.bind(service);
  service.updateUser = async (id, changes) => {
    refuse(await service.repo.findUserById(id), 403);
    return updateUser(id, changes);
  };
}
