import { decode } from 'hono/jwt';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({ phoneFactor: true, limits: { ...hostedLimits(100), mailEverySeconds: 0 } });
});
afterAll(() => api.stop());

let numberCount = 0;
const number = () => `+659888${String(++numberCount).padStart(4, '0')}`;
const codeTo = (phone: string) =>
  /\d{6}$/.exec(api.mails.findLast(({ to }) => to.startsWith(phone.slice(1)))?.text ?? '')?.[0] ?? '';

async function join(email: string, at = api): Promise<SupabaseClient> {
  const client = at.client();
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  return client;
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = api.client();
  await client.auth.signInWithPassword({ email, password });
  return client;
}

async function enrol(client: SupabaseClient, phone: string, friendlyName = phone) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName, phone });
  if (error) throw error;
  return data;
}

/** Requests the code of a text message and enters it. */
async function prove(client: SupabaseClient, factorId: string, phone: string) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) return { data: null, error };
  return client.auth.mfa.verify({ factorId, challengeId: data.id, code: codeTo(phone) });
}

const levels = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

it('a phone number is a second factor once its code was sent back, and each sign-in then needs one', async () => {
  const [email, phone] = ['texts@example.test', number()];
  const client = await join(email);
  const { id, type, phone: storedPhone } = await enrol(client, phone);
  expect([type, storedPhone]).toEqual(['phone', phone]);
  expect((await client.auth.mfa.listFactors()).data?.phone).toEqual([]);
  const { data, error } = await prove(client, id, phone);
  expect(error).toBeNull();
  expect(decode(data?.access_token ?? '').payload).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  });
  const { data: listed } = await client.auth.mfa.listFactors();
  expect(listed?.phone).toMatchObject([{ factor_type: 'phone', phone: phone.slice(1), status: 'verified' }]);

  const later = await signIn(email);
  expect(await levels(later)).toEqual(['aal1', 'aal2']);
  expect((await prove(later, id, phone)).error).toBeNull();
  expect(await levels(later)).toEqual(['aal2', 'aal2']);
});

it('the challenge refuses another code, the code of another challenge, and one that is used or too old', async () => {
  const [email, phone] = ['codes@example.test', number()];
  const client = await join(email);
  const { id: factorId } = await enrol(client, phone);
  const ask = async () => (await client.auth.mfa.challenge({ factorId, channel: 'sms' })).data?.id ?? '';
  const bring = async (challengeId: string, code: string) =>
    (await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code;
  const first = await ask();
  const code = codeTo(phone);
  const second = await ask();
  expect(await bring(second, code === codeTo(phone) ? '' : code)).toBe('mfa_verification_failed');
  expect(
    await bring(
      second,
      code.replace(/^\d/, (digit) => String(9 - Number(digit))),
    ),
  ).toBe('mfa_verification_failed');
  await api.database
    .sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${first}`;
  expect(await bring(first, code)).toBe('mfa_challenge_expired');
  const last = codeTo(phone);
  expect(await bring(second, last)).toBeUndefined();
  expect(await bring(second, last)).toBe('mfa_ip_address_mismatch');
});

it('one number is one factor, and a new setup replaces an unfinished one', async () => {
  const phone = number();
  const client = await join('same@example.test');
  const unfinished = await enrol(client, phone);
  const { id } = await enrol(client, phone);
  expect(id).not.toBe(unfinished.id);
  await prove(client, id, phone);
  const secondFactor = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Other', phone });
  expect(secondFactor.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  const wrong = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Bad', phone: '12 34 ab' });
  expect(wrong.error?.code).toBe('validation_failed');
});

it('a member signs in with either of two factors, and removing one leaves the other', async () => {
  const [email, phone] = ['both@example.test', number()];
  const client = await join(email);
  const text = await enrol(client, phone);
  await prove(client, text.id, phone);
  const app = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const secret = app.data?.totp.secret ?? '';
  const codeOf = (later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
  const appId = app.data?.id ?? '';
  expect((await client.auth.mfa.challengeAndVerify({ factorId: appId, code: codeOf() })).error).toBeNull();
  // A second factor cannot be removed with the password alone.
  const other = await signIn(email);
  expect((await other.auth.mfa.unenroll({ factorId: text.id })).error?.code).toBe('insufficient_aal');
  expect((await prove(other, text.id, phone)).error).toBeNull();
  expect((await other.auth.mfa.unenroll({ factorId: text.id })).error).toBeNull();
  await other.auth.refreshSession();
  expect(await levels(other)).toEqual(['aal1', 'aal2']);
  const third = await signIn(email);
  expect((await third.auth.mfa.challengeAndVerify({ factorId: appId, code: codeOf(1) })).error).toBeNull();
});

it('two messages to one number need a pause between them', async () => {
  const slow = await createApi({ phoneFactor: true });
  const client = await join('slow@example.test', slow);
  const { id: factorId } = await enrol(client, number());
  const ask = () => client.auth.mfa.challenge({ factorId, channel: 'sms' });
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ error }) => error?.code).sort()).toEqual(['over_sms_send_rate_limit', undefined]);
  expect((await ask()).error?.status).toBe(429);
  expect(slow.mails.filter(({ subject }) => subject === 'Text message')).toHaveLength(1);
  await slow.stop();
});

it('a message that cannot be sent leaves no challenge behind, and no pause', async () => {
  const [client, phone] = [await join('away@example.test'), number()];
  const { id: factorId } = await enrol(client, phone);
  api.mailServer.failing = true;
  expect((await client.auth.mfa.challenge({ factorId, channel: 'sms' })).error).not.toBeNull();
  api.mailServer.failing = false;
  const rows = await api.database.sql`select id from auth.mfa_challenges where factor_id = ${factorId}`;
  expect(rows).toHaveLength(0);
  expect((await prove(client, factorId, phone)).error).toBeNull();
});

it('the setup needs a recent sign-in, and refuses another channel', async () => {
  const [client, phone] = [await join('stale@example.test'), number()];
  const { id: factorId } = await enrol(client, phone);
  const { data } = await client.auth.getUser();
  const userId = data.user?.id ?? '';
  await api.database
    .sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${userId}`;
  await api.database.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 day'
    where session_id in (select id from auth.sessions where user_id = ${userId})`;
  expect((await prove(client, factorId, phone)).error).not.toBeNull();
  expect((await client.auth.mfa.listFactors()).data?.phone).toEqual([]);
});
