import { type Context, Hono } from 'hono';
import { clientAddress } from '../../client-address.ts';
import { authError } from '../auth-error.ts';
import { bodyOf, requireSession, textOf, UUID } from '../bearer.ts';
import type { OwnRoutes } from '../context.ts';
import { challengeFactor, verifyChallenge } from './challenges.ts';
import { enrolPhone, enrolTotp } from './enrol.ts';
import { type FactorRow, factorsOf } from './factors.ts';
import { requirePhoneFactors, textCode } from './text-message.ts';
import { unenrol } from './unenrol.ts';

/** As on the hosted service, a second factor is an authenticator app or, if that is switched on, a text message. */
export function factorRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  app.post('/', async (c) => {
    const caller = await requireSession(c);
    const { factor_type: type, friendly_name: name, issuer, phone } = await bodyOf(c);
    if (type === 'phone' && !c.env.settings.phoneFactor)
      throw authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    if (type === 'webauthn')
      throw authError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    if (type === 'phone') return c.json(await enrolPhone(c.env.service, caller, textOf(name), textOf(phone)));
    if (type !== 'totp')
      throw authError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
    const issuerName = textOf(issuer) || new URL(c.env.settings.mail.siteUrl).host;
    return c.json(await enrolTotp(c.env.service, caller, textOf(name), issuerName));
  });
  app.post('/:id/challenge', async (c) => {
    const { factor } = await requireFactor(c);
    if (factor.factor_type === 'phone')
      return c.json(await textCode(c.env, factor, textOf((await bodyOf(c))['channel']), addressOf(c)));
    return c.json(await challengeFactor(c.env.service, factor, addressOf(c)));
  });
  app.post('/:id/verify', async (c) => {
    const { caller, factor } = await requireFactor(c);
    const { challenge_id: challengeId, code } = await bodyOf(c);
    if (factor.factor_type === 'phone') requirePhoneFactors(c.env.settings);
    if (!textOf(code)) throw authError(400, 'validation_failed', 'Code needs to be non-empty');
    const attempt = { challengeId: textOf(challengeId), code: textOf(code), address: addressOf(c) };
    return c.json(await verifyChallenge(c.env.service, caller, factor, attempt));
  });
  app.delete('/:id', async (c) => {
    const { caller, factor } = await requireFactor(c);
    await unenrol(c.env.service, factor, caller.session);
    return c.json({ id: factor.id });
  });
  return app;
}

async function requireFactor(c: Context<OwnRoutes>) {
  const caller = await requireSession(c);
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw authError(404, 'validation_failed', 'factor_id must be an UUID');
  const factors: FactorRow[] = await factorsOf(c.env.service, caller.user.id);
  const factor = factors.find((own) => own.id === id);
  if (!factor) throw authError(404, 'mfa_factor_not_found', 'Factor not found');
  return { caller, factor };
}

const addressOf = (c: Context<OwnRoutes>) => clientAddress(c.req.raw.headers);
