import type { AuthErrorClass } from './auth-error.ts';
import type { AuthService } from './service.ts';

interface User {
  id: string;
  banned_until: string | null;
}

/**
 * Lite ignores `auth.users.banned_until`. As hosted: no way of signing in gives a banned user a session,
 * no refresh prolongs one, and `/user` refuses; a token handed out before stays valid for the data API.
 */
export function refuseBanned(service: AuthService, AuthError: AuthErrorClass): void {
  const refuse = (user: User | null, status: number) => {
    if (user?.banned_until && Date.parse(user.banned_until) > Date.now())
      throw new AuthError(status, 'user_banned', 'User is banned');
  };
  for (const step of ['createSessionForUser', 'createRefreshResponse'] as const) {
    const original = service[step].bind(service) as (user: User, ...rest: unknown[]) => Promise<unknown>;
    service[step] = async (user: User, ...rest: unknown[]) => {
      refuse(user, 400);
      return original(user, ...rest);
    };
  }
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
