import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { authError } from '../auth-error.ts';
import { requireSession, UUID } from '../bearer.ts';
import type { OwnRoutes } from '../context.ts';
import { inTransaction } from '../internals.ts';
import { decide, enter, link } from './accounts.ts';
import { challengeOf, refusalOf, withError } from './flow.ts';
import { providerPage } from './page.ts';
import { type ProviderAccount, requireProvider, subOf } from './providers.ts';
import { unlink } from './unlink.ts';

/** Only the flow with PKCE is simulated. The site uses no other, so that no token is part of an address. */
export function providerRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  /** Accounts that were chosen at a provider, by the code in its answer. Each code can be used once. */
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
      const redirectUrl = new URL(target);
      redirectUrl.searchParams.set('code', flow.auth_code ?? '');
      return c.redirect(redirectUrl.href, 302);
    } catch (error) {
      return c.redirect(withError(target, await refusalOf(error)), 302);
    }
  });
  return app;
}

async function begin(c: Context<OwnRoutes>, linksTo?: string): Promise<string> {
  const { service, settings } = c.env;
  const provider = requireProvider(c.req.query('provider'), settings.providers);
  const pkce = challengeOf(c.req.query('code_challenge') ?? '', c.req.query('code_challenge_method') ?? '');
  const id = randomUUID();
  await service.repo.createFlowState({
    id,
    auth_code: randomUUID(),
    authentication_method: 'oauth',
    ...pkce,
    provider_type: provider,
    referrer: service.resolveEmailRedirect(c.req.query('redirect_to')),
    linking_target_id: linksTo ?? null,
  });
  return `${settings.apiUrl()}/auth/v1/played-provider/${provider}?state=${id}`;
}
