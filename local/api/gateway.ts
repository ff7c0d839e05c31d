import type { App } from '@supabase/lite';
import { Hono } from 'hono';
import { authApi } from './auth/api.ts';
import { checkCaptcha } from './auth/captcha/captcha.ts';
import { forwardedHeaders } from './client-address.ts';
import { openToBrowsers } from './cors.ts';
import { dataApi } from './data-api.ts';
import {
  crowdedResponse,
  errorResponse,
  isConnectionError,
  isCrowded,
  unavailableResponse,
} from './errors.ts';
import { proxyFunctions } from './functions-proxy.ts';
import type { AuthLimits } from './auth/limits/limits.ts';
import type { StorageService } from './storage/service.ts';
import { checkTokens, signingKey } from './signing-keys.ts';
import { limitRequests } from './request-limits.ts';

export interface GatewayOptions {
  functionsUrl: string;
  limits: AuthLimits;
  serviceKey: string;
  trustedHeader: string | undefined;
  captchaSecret: string | undefined;
  jwtSecret: string;
}

/** The public routes of a hosted project. All other routes of @supabase/lite (`/_system`, its studio) are closed. */
export function gateway(lite: App, storage: StorageService, options: GatewayOptions): Hono {
  const { functionsUrl, limits, serviceKey, trustedHeader, captchaSecret, jwtSecret } = options;
  const keys = [signingKey(jwtSecret).publicKey];
  const app = new Hono();
  app.use('/rest/v1/*', openToBrowsers);
  app.use('/auth/v1/*', openToBrowsers);
  app.use('/storage/v1/*', openToBrowsers);
  app.get('/auth/v1/.well-known/jwks.json', (c) =>
    c.json({ keys }, 200, { 'cache-control': 'public, max-age=600' }),
  );
  for (const service of ['rest', 'auth', 'storage'])
    app.use(`/${service}/v1/*`, checkTokens(keys, jwtSecret));
  app.use('/rest/v1/*', limitRequests(serviceKey));
  app.use('/auth/v1/*', limitRequests(serviceKey));
  app.all('/rest/v1/*', dataApi(lite, trustedHeader));
  app.all('/auth/v1/*', authApi(lite, limits, checkCaptcha(captchaSecret, serviceKey), trustedHeader));
  app.all('/storage/v1/*', (c) =>
    storage.fetch(new Request(c.req.raw, { headers: forwardedHeaders(c, trustedHeader) })),
  );
  app.all('/functions/v1/*', proxyFunctions(functionsUrl, trustedHeader));
  app.notFound(() => errorResponse(404, { message: 'no Route matched with those values' }));
  app.onError((error) => {
    if (isConnectionError(error)) return unavailableResponse();
    if (isCrowded(error)) return crowdedResponse();
    console.error(error);
    return errorResponse(500, { message: 'An unexpected error occurred' });
  });
  return app;
}
