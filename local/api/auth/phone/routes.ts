import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import bcrypt from 'bcryptjs';
import { type Context, Hono, type Next } from 'hono';
import { ANSWER_MS } from '../hide-accounts.ts';
import { authError } from '../auth-error.ts';
import { requireKey, textOf } from '../bearer.ts';
import type { AuthSettings, OwnRoutes } from '../context.ts';
import { inTransaction, internalsOf } from '../internals.ts';
import { hashOf } from '../one-time.ts';
import { takeToken } from '../verify/tokens.ts';
import { addAccount, findByPhone, phoneOf, sendCode } from './phone.ts';

type Body = Record<string, unknown>;

export function phoneRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  /** Answers after the same time for every number, known or not. */
  const answer =
    (work: (c: Context<OwnRoutes>, body: Body, phone: string) => Promise<object>, grant?: string) =>
    async (c: Context<OwnRoutes>, next: Next) => {
      const body = (await c.req.raw
        .clone()
        .json()
        .catch(() => ({}))) as Body;
      if (!textOf(body['phone']) || textOf(body['email'])) return next();
      if (grant !== undefined && c.req.query('grant_type') !== grant) return next();
      requireKey(c);
      if (!c.env.settings.sms) throw authError(400, 'phone_provider_disabled', 'Unsupported phone provider');
      const [done] = await Promise.all([work(c, body, phoneOf(textOf(body['phone']))), delay(ANSWER_MS)]);
      return c.json(done);
    };

  app.post('/signup', answer(signUp));
  app.post(
    '/otp',
    answer(async (c, body, phone) => {
      const { service, settings } = c.env;
      countText(settings, phone);
      const account = await findByPhone(service, phone);
      if (!account && body['create_user'] === false)
        throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
      const name = (body['data'] as Body | null | undefined)?.['name'];
      await sendCode(service, settings, account ?? (await addAccount(service, { phone, name })));
      return {};
    }),
  );
  app.post(
    '/resend',
    answer(async (c, body, phone) => {
      if (body['type'] !== 'sms')
        throw authError(400, 'validation_failed', 'Type provided requires an email address');
      countText(c.env.settings, phone);
      const account = await findByPhone(c.env.service, phone);
      if (account && !account.confirmed_at) await sendCode(c.env.service, c.env.settings, account);
      return {};
    }),
  );
  app.post('/token', answer(signIn, 'password'));
  app.post('/verify', answer(verify));
  return app;
}

/** Text messages are counted like e-mails, for known and unknown numbers alike. */
function countText({ countMail }: AuthSettings, phone: string): void {
  try {
    countMail(phone, 'confirmation');
  } catch (error) {
    throw authError(429, 'over_sms_send_rate_limit', error instanceof Error ? error.message : '');
  }
}

async function signUp({ env }: Context<OwnRoutes>, body: Body, phone: string): Promise<object> {
  const { service, settings } = env;
  const password = textOf(body['password']);
  if (!password) throw authError(400, 'validation_failed', 'Signup requires a valid password');
  internalsOf(service).assertPasswordStrong(password);
  countText(settings, phone);
  const hash = await bcrypt.hash(password, 10);
  const name = (body['data'] as Body | null | undefined)?.['name'];
  const account = await findByPhone(service, phone);
  if (!account?.confirmed_at)
    await sendCode(service, settings, account ?? (await addAccount(service, { phone, name, hash })));
  // The hosted service shows no identity of a known account. Here all answers are alike.
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: 'phone', providers: ['phone'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

async function signIn({ env }: Context<OwnRoutes>, body: Body, phone: string): Promise<object> {
  const { service } = env;
  const user = await findByPhone(service, phone);
  const isRight =
    user?.encrypted_password && (await bcrypt.compare(textOf(body['password']), user.encrypted_password));
  if (!user || !isRight) throw authError(400, 'invalid_credentials', 'Invalid login credentials');
  if (!user.phone_confirmed_at) throw authError(400, 'phone_not_confirmed', 'Phone not confirmed');
  const identities = await service.repo.findIdentitiesByUserId(user.id);
  return internalsOf(service).createSessionForUser(user, identities, 'user');
}

/** Uses the code of a text message once. It verifies the phone number, never an e-mail address. */
async function verify({ env }: Context<OwnRoutes>, body: Body, phone: string): Promise<object> {
  const { service } = env;
  if (body['type'] !== 'sms') throw authError(400, 'validation_failed', 'Invalid sms verification type');
  const code = textOf(body['token']);
  if (!code) throw authError(400, 'validation_failed', 'Verify requires either a token or a token hash');
  return inTransaction(service, async () => {
    const user = await takeToken(service, 'sms', hashOf(phone, code)).catch(() => null);
    if (user?.phone !== phone) throw authError(403, 'otp_expired', 'Token has expired or is invalid');
    if (!user.phone_confirmed_at)
      await service.repo.updateUser(user.id, { phone_confirmed_at: new Date().toISOString() });
    const row = (await service.repo.findUserById(user.id)) ?? user;
    const identities = await service.repo.findIdentitiesByUserId(user.id);
    return internalsOf(service).createSessionForUser(row, identities, 'verify', {
      authenticationMethod: 'otp',
    });
  });
}
