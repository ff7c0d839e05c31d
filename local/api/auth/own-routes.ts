import type { HonoContext } from '@supabase/lite';
import { Hono, type MiddlewareHandler } from 'hono';
import { adminRoutes } from './admin/routes.ts';
import { authErrorResponse } from './auth-error.ts';
import { factorRoutes } from './factors/routes.ts';
import type { AuthSettings, OwnRoutes } from './context.ts';
import { idTokenRoutes } from './id-token/routes.ts';
import { phoneRoutes } from './phone/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { ssoRoutes } from './sso/routes.ts';
import { settingsRoutes } from './settings.ts';
import { userRoutes } from './user/routes.ts';
import { verifyRoutes } from './verify/routes.ts';

/** This marker is never sent. It means that @supabase/lite should handle the request. */
const NOT_OURS = new Response(null, { status: 404 });

/** Routes of the auth API that @supabase/lite lacks or gets wrong. It handles all other requests. */
export function ownRoutes(settings: AuthSettings): MiddlewareHandler<HonoContext> {
  const app = new Hono<OwnRoutes>();
  app.notFound(() => NOT_OURS);
  app.onError(authErrorResponse);
  app.route('/auth/v1', phoneRoutes());
  app.route('/auth/v1/factors', factorRoutes());
  app.route('/auth/v1/verify', verifyRoutes());
  app.route('/auth/v1', userRoutes());
  app.route('/auth/v1', adminRoutes());
  app.route('/auth/v1', idTokenRoutes());
  app.route('/auth/v1', providerRoutes());
  app.route('/auth/v1', ssoRoutes());
  app.route('/auth/v1', settingsRoutes());
  return async (c, next) => {
    // Hono answers HEAD with a copy of the GET response, which would no longer be NOT_OURS. None of our routes needs
    // HEAD.
    if (c.req.method === 'HEAD') return next();
    const answer = await app.fetch(c.req.raw, { service: c.var.authService, settings });
    return answer === NOT_OURS ? next() : answer;
  };
}
