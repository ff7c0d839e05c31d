import { Hono } from 'hono';
import { authError } from '../auth-error.ts';
import { bodyOf, requireSession, textOf } from '../bearer.ts';
import { hasSecondFactor } from '../factors/factors.ts';
import { inTransaction } from '../internals.ts';
import type { OwnRoutes } from '../context.ts';
import { reauthenticate, requireRecent } from './reauthenticate.ts';
import { changeAddress } from './change-address.ts';
import { endOthers } from './end-others.ts';

/** Changes of credentials, with all protections of the hosted service switched on. */
export function userRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  app.put('/user', async (c) => {
    const caller = await requireSession(c);
    const { service } = c.env;
    const { email, password, data, nonce, app_metadata: appData } = await bodyOf(c);
    if (appData !== undefined)
      throw authError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    const newEmail = textOf(email).trim().toLowerCase();
    const changesEmail = newEmail !== '' && newEmail !== caller.user.email;
    const changesPassword = typeof password === 'string';
    if ((changesEmail || changesPassword) && caller.session.aal !== 'aal2')
      if (await hasSecondFactor(service, caller.user.id))
        throw authError(
          401,
          'insufficient_aal',
          'AAL2 session is required to update email or password when MFA is enabled.',
        );
    const user = await inTransaction(service, async () => {
      if (changesPassword) await requireRecent(service, caller, textOf(nonce));
      const changes = {
        ...(changesPassword && { password }),
        ...(data && typeof data === 'object' ? { data: data as Record<string, unknown> } : {}),
      };
      if (changesEmail) await changeAddress(c.env, caller.user, newEmail);
      const changed = await service.updateUser(caller.user.id, changes);
      if (changesPassword) await endOthers(service, caller);
      return changed;
    });
    return c.json(user);
  });
  app.get('/reauthenticate', async (c) => {
    const { user } = await requireSession(c);
    await reauthenticate(c.env.service, user, c.env.settings.countMail);
    return c.json({});
  });
  return app;
}
