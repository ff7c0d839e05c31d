import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { authError, authErrorResponse } from '../auth-error.ts';
import { requireSession, UUID } from '../bearer.ts';
import type { OwnRoutes } from '../context.ts';
import { inTransaction } from '../internals.ts';
import { decide, enter, link } from './accounts.ts';
import { providerPage } from './page.ts';
import { type ProviderAccount, requireProvider, subOf } from './providers.ts';
import { unlink } from './unlink.ts';

/**
 * Sign-in by other providers as in the hosted service, and the providers themselves. Only the flow with PKCE is played,
 * because ours uses no other: no token stands in an address.
 */
export function providerRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  /** Accounts that were chosen at a provider, by the code that its answer has; each can be used once. */
  const chosen = new Map<string, ProviderAccount>();
  app.get('/authorize', async (c) => c.redirect(await begin(c), 302));
  app.get('/user/identities/authorize', async (c) => {
    const { user } = await requireSession(c);
    if (!c.env.settings.manualLinking)
      throw authError(404, 'manual_linking_disabled', 'Manual linking is disabled');
    const url = await begin(c, user.id);
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  });
  app.delete('/user/identities/:id', async (c) => {
    const caller = await requireSession(c);
    const id = c.req.param('id');
    if (!UUID.test(id)) throw authError(404, 'validation_failed', 'identity_id must be an UUID');
    if (!c.env.settings.manualLinking)
      throw authError(404, 'manual_linking_disabled', 'Manual linking is disabled');
    await inTransaction(c.env.service, () => unlink(c.env.service, caller, id));
    return c.json({});
  });

  app.get('/played-provider/:provider', (c) => {
    const provider = requireProvider(c.req.param('provider'), c.env.settings.providers);
    return c.html(providerPage(provider, c.req.query('state') ?? ''));
  });
  app.post('/played-provider/:provider', async (c) => {
    const provider = requireProvider(c.req.param('provider'), c.env.settings.providers);
    const form = await c.req.formData();
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const answer = new URLSearchParams({ state: text('state') });
    if (text('answer') === 'continue') {
      const code = randomUUID();
      const email = text('email').toLowerCase();
      chosen.set(code, {
        sub: text('sub') || subOf(provider, email),
        email,
        name: text('name'),
        isVerified: form.get('verified') !== null,
      });
      answer.set('code', code);
    } else {
      answer.set('error', 'access_denied');
      answer.set('error_description', 'The user cancelled');
    }
    return c.redirect(`/auth/v1/callback?${answer.toString()}`, 303);
  });

  app.get('/callback', async (c) => {
    const { service, settings } = c.env;
    let target = settings.mail.siteUrl;
    try {
      const flow = await service.loadOAuthFlowState(c.req.query('state'));
      target = flow.referrer ?? target;
      const refused = c.req.query('error');
      if (refused !== undefined)
        return c.redirect(
          withError(target, { error: refused, error_description: c.req.query('error_description') ?? '' }),
          302,
        );
      const provider = requireProvider(flow.provider_type, settings.providers);
      const code = c.req.query('code') ?? '';
      const account = chosen.get(code);
      chosen.delete(code);
      if (!account)
        throw authError(500, 'unexpected_failure', `Unable to exchange external code: ${code.slice(0, 9)}`);
      const linksTo = flow.linking_target_id;
      const linking = linksTo ? null : await decide(service, provider, account);
      const { refusal } = await inTransaction(service, async () => {
        const entered = linking ? await enter(service, provider, account, linking) : null;
        if (linksTo) await link(service, provider, account, linksTo);
        if (entered?.refusal) return entered;
        const claimed = await service.repo.claimFlowStateForPkce(flow.id, {
          user_id: entered?.userId ?? linksTo ?? '',
          provider_access_token: randomUUID(),
          provider_refresh_token: '',
          auth_code_issued_at: new Date().toISOString(),
        });
        if (!claimed) throw authError(400, 'flow_state_already_used', 'State has already been used');
        return { refusal: undefined };
      });
      if (refusal) throw refusal;
      const back = new URL(target);
      back.searchParams.set('code', flow.auth_code ?? '');
      return c.redirect(back.href, 302);
    } catch (error) {
      return c.redirect(withError(target, await refusalOf(error)), 302);
    }
  });
  return app;
}

/** Saves the flow and returns the address of the provider. */
async function begin(c: Context<OwnRoutes>, linksTo?: string): Promise<string> {
  const { service, settings } = c.env;
  const provider = requireProvider(c.req.query('provider'), settings.providers);
  const challenge = c.req.query('code_challenge') ?? '';
  const method = (c.req.query('code_challenge_method') ?? '').toLowerCase();
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge.length < 43 || challenge.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters');
  if (!/^[\w.~-]+$/.test(challenge))
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  if (method !== 's256' && method !== 'plain') throw invalid('Invalid code_challenge_method');
  const id = randomUUID();
  await service.repo.createFlowState({
    id,
    auth_code: randomUUID(),
    authentication_method: 'oauth',
    code_challenge: challenge,
    code_challenge_method: method,
    provider_type: provider,
    referrer: service.resolveEmailRedirect(c.req.query('redirect_to')),
    linking_target_id: linksTo ?? null,
  });
  return `${settings.apiUrl()}/auth/v1/played-provider/${provider}?state=${id}`;
}

const invalid = (message: string) => authError(400, 'validation_failed', message);

/** As hosted, the site is told in the query and in the fragment. */
function withError(target: string, told: Record<string, string>): string {
  const back = new URL(target);
  for (const [name, value] of Object.entries(told)) back.searchParams.set(name, value);
  back.hash = new URLSearchParams({ ...told, sb: '' }).toString();
  return back.href;
}

const deniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

async function refusalOf(error: unknown): Promise<Record<string, string>> {
  let refused: Response;
  try {
    refused = authErrorResponse(error as Error);
  } catch {
    console.error('auth: a sign-in by another provider failed:', error);
    return {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unexpected failure',
    };
  }
  const { error_code: code, msg } = (await refused.json()) as { error_code: string; msg: string };
  const isDenied = deniedCodes.includes(code) || refused.status === 403;
  const word = isDenied ? 'access_denied' : refused.status < 500 ? 'invalid_request' : 'server_error';
  return { error: word, error_code: code, error_description: msg };
}
