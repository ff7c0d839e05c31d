import { type Context, Hono } from 'hono';
import { authError } from '../auth-error.ts';
import { bodyOf, requireKey, textOf } from '../bearer.ts';
import type { OwnRoutes } from '../context.ts';
import { inTransaction, internalsOf, type Session } from '../internals.ts';
import { decide, enter } from '../providers/accounts.ts';
import { providerPage } from '../providers/page.ts';
import { requireProvider, subOf } from '../providers/providers.ts';
import { googleIssuers, googleKeys, googleToken } from './google.ts';
import { IdTokenError, verifyIdToken } from './verify.ts';

/** Signs in with an ID token like the hosted service, and simulates Google's page, which issues the token. */
export function idTokenRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  const takeOnce = createOneTimeCodes();

  app.post('/token', async (c, next) => {
    if (c.req.query('grant_type') !== 'id_token') return next();
    requireKey(c);
    try {
      return c.json(await signIn(c, takeOnce));
    } catch (error) {
      if (!(error instanceof IdTokenError)) throw error;
      return c.json({ error: error.error, error_description: error.message }, 400);
    }
  });

  app.get('/played-provider/google/certs', (c) => c.json({ keys: googleKeys() }));
  app.get('/played-provider/google/authorize', (c) => {
    const { state } = requestOf(c);
    return c.html(providerPage('google', state));
  });
  app.post('/played-provider/google/authorize', async (c) => {
    const { clientId, redirect, nonce, state } = requestOf(c);
    const form = await c.req.formData();
    const text = (name: string) => textOf(form.get(name)).trim();
    const redirectUrl = new URL(redirect);
    const answer = new URLSearchParams({ state });
    if (text('answer') === 'continue') {
      const email = text('email').toLowerCase();
      const account = {
        sub: text('sub') || subOf('google', email),
        email,
        name: text('name'),
        isVerified: form.get('verified') !== null,
      };
      answer.set('id_token', googleToken(account, clientId, nonce));
    } else answer.set('error', 'access_denied');
    redirectUrl.hash = answer.toString();
    return c.redirect(redirectUrl.href, 303);
  });
  return app;
}

/** Reads a site's request to Google. As at Google, errors are shown on this page and never sent back to the site. */
function requestOf(c: Context<OwnRoutes>) {
  const { providers, googleClientId, mail } = c.env.settings;
  requireProvider('google', providers);
  const text = (name: string) => c.req.query(name) ?? '';
  const request = {
    clientId: text('client_id'),
    redirect: text('redirect_uri'),
    nonce: text('nonce'),
    state: text('state'),
  };
  if (text('response_type') !== 'id_token') throw wrongParameter('response_type');
  if (!text('scope').split(' ').includes('openid')) throw wrongParameter('scope');
  if (request.clientId === '') throw wrongParameter('client_id');
  if (request.nonce === '') throw wrongParameter('nonce');
  // Google knows one redirect address for our client. Other sites have their own clients.
  const isOurs = request.clientId === googleClientId;
  if (!URL.canParse(request.redirect) || (isOurs && request.redirect !== `${mail.siteUrl}/auth`))
    throw wrongParameter('redirect_uri');
  return request;
}

const wrongParameter = (name: string) =>
  authError(400, 'validation_failed', `Wrong or missing parameter: ${name}`);

async function signIn(c: Context<OwnRoutes>, takeOnce: (token: string, until: number) => void) {
  const { service, settings } = c.env;
  const body = await bodyOf(c);
  const [token, provider] = [textOf(body['id_token']), textOf(body['provider'])];
  if (token === '') throw new IdTokenError('id_token required');
  if (provider === '') throw new IdTokenError('provider or client_id and issuer required');
  if (provider !== 'google')
    throw authError(400, 'validation_failed', `Custom OIDC provider "${provider}" not allowed`);
  if (!settings.providers.includes('google'))
    throw authError(400, 'provider_disabled', `Provider (issuer "${googleIssuers[0]}") is not enabled`);
  const account = verifyIdToken(token, {
    keys: googleKeys(),
    issuers: googleIssuers,
    clientIds: [settings.googleClientId],
    nonce: textOf(body['nonce']),
  });
  takeOnce(token, account.expiresAt);
  const linking = await decide(service, 'google', account);
  const { session, refusal } = await inTransaction(
    service,
    async (): Promise<{ session?: Session; refusal?: Error }> => {
      const entered = await enter(service, 'google', account, linking);
      const user = await service.repo.findUserById(entered.userId);
      // A refusal is thrown after the transaction, so that its changes are committed.
      if (entered.refusal || !user) return entered;
      const identities = await service.repo.findIdentitiesByUserId(user.id);
      const kind = { provider: 'google' };
      return { session: await internalsOf(service).createSessionForUser(user, identities, 'session', kind) };
    },
  );
  if (refusal) throw refusal;
  return session;
}

/**
 * Stricter than the hosted service, where a token can be used until it expires. One signature can
 * be spelled in several ways, so the signed text is remembered.
 */
function createOneTimeCodes() {
  const usedTokens = new Map<string, number>();
  return (token: string, until: number) => {
    for (const [text, end] of usedTokens) if (end * 1000 <= Date.now()) usedTokens.delete(text);
    const signed = token.slice(0, token.lastIndexOf('.'));
    if (usedTokens.has(signed)) throw new IdTokenError('Bad ID token');
    usedTokens.set(signed, until);
  };
}
