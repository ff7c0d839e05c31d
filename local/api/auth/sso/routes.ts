import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { authError } from '../auth-error.ts';
import { bodyOf, requireKey, textOf } from '../bearer.ts';
import type { OwnRoutes } from '../context.ts';
import { inTransaction } from '../internals.ts';
import { askHook } from '../limits/new-accounts.ts';
import { challengeOf, refusalOf, withError } from '../providers/flow.ts';
import { providerPage } from '../providers/page.ts';
import { type OrganisationAccount, enterBySso, providerIdOf, saveOrganisation } from './accounts.ts';

/** As on the hosted service, the identity provider has this long to answer. */
const RELAY_MS = 120_000;

interface Relay {
  flowId: string;
  domain: string;
  since: number;
}

/** Simulates the hosted sign-in by SAML, only with PKCE. A secret replaces the provider's signed answer. */
export function ssoRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  const relays = new Map<string, Relay>();
  /** The provider's answers, by secret. Each can be used once. */
  const answers = new Map<string, OrganisationAccount>();

  app.post('/sso', async (c) => {
    requireKey(c);
    const { service, settings } = c.env;
    requireSaml(c);
    const body = await bodyOf(c);
    const [id, named] = [textOf(body['provider_id']), textOf(body['domain']).toLowerCase()];
    if (id && named) throw invalid('Only one of provider_id or domain supported');
    if (!id && !named) throw invalid('A provider_id or domain needs to be provided');
    const domain = settings.ssoDomains.find((one) => (id ? providerIdOf(one) === id : one === named));
    if (domain === undefined)
      throw authError(
        404,
        'sso_provider_not_found',
        id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
      );
    const pkce = challengeOf(textOf(body['code_challenge']), textOf(body['code_challenge_method']));
    await saveOrganisation(service, domain);
    const flowId = randomUUID();
    await service.repo.createFlowState({
      id: flowId,
      auth_code: randomUUID(),
      authentication_method: 'sso/saml',
      ...pkce,
      provider_type: 'sso/saml',
      referrer: service.resolveEmailRedirect(textOf(body['redirect_to'])),
      linking_target_id: null,
    });
    const relay = randomUUID();
    relays.set(relay, { flowId, domain, since: Date.now() });
    const url = `${settings.apiUrl()}/auth/v1/played-organisation/${domain}?state=${relay}`;
    return body['skip_http_redirect'] === true ? c.json({ url }) : c.redirect(url, 303);
  });

  app.get('/played-organisation/:domain', (c) => {
    requireSaml(c);
    return c.html(providerPage(c.req.param('domain'), c.req.query('state') ?? ''));
  });
  app.post('/played-organisation/:domain', async (c) => {
    requireSaml(c);
    const form = await c.req.formData();
    const text = (name: string) => textOf(form.get(name)).trim();
    const answer = new URLSearchParams({ RelayState: text('state') });
    if (text('answer') === 'continue') {
      const secret = randomUUID();
      answers.set(secret, {
        domain: c.req.param('domain'),
        email: text('email').toLowerCase(),
        name: text('name'),
      });
      answer.set('SAMLResponse', secret);
    }
    // Identity providers post their answers, and status 307 makes the browser keep the method.
    return c.redirect(`/auth/v1/sso/saml/acs?${answer.toString()}`, 307);
  });

  app.post('/sso/saml/acs', async (c) => {
    const { service, settings } = c.env;
    try {
      requireSaml(c);
      const state = c.req.query('RelayState') ?? '';
      const relay = relays.get(state);
      relays.delete(state);
      if (!relay)
        throw authError(
          404,
          'saml_relay_state_not_found',
          'SAML RelayState does not exist, try logging in again?',
        );
      if (Date.now() - relay.since >= RELAY_MS)
        throw authError(
          422,
          'saml_relay_state_expired',
          'SAML RelayState has expired. Try logging in again?',
        );
      const secret = c.req.query('SAMLResponse') ?? '';
      const account = answers.get(secret);
      answers.delete(secret);
      // An answer of another provider is not valid.
      if (account?.domain !== relay.domain) throw invalid('SAML Assertion is not valid');
      if (account.email === '')
        throw authError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address');
      const flow = await service.loadOAuthFlowState(relay.flowId);
      await askHook(service, account.email);
      await inTransaction(service, async () => {
        const userId = await enterBySso(service, account);
        const claimed = await service.repo.claimFlowStateForPkce(flow.id, {
          user_id: userId,
          provider_access_token: '',
          provider_refresh_token: '',
          auth_code_issued_at: new Date().toISOString(),
        });
        if (!claimed) throw authError(400, 'flow_state_already_used', 'State has already been used');
      });
      const redirectUrl = new URL(flow.referrer ?? settings.mail.siteUrl);
      redirectUrl.searchParams.set('code', flow.auth_code ?? '');
      return c.redirect(redirectUrl.href, 302);
    } catch (error) {
      // As on the hosted service, a refusal redirects to the site's home page.
      return c.redirect(withError(settings.mail.siteUrl, await refusalOf(error)), 303);
    }
  });
  return app;
}

function requireSaml(c: Context<OwnRoutes>): void {
  if (c.env.settings.ssoDomains.length === 0)
    throw authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

const invalid = (message: string) => authError(400, 'validation_failed', message);
