import { decode } from 'hono/jwt';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({ trustedHeader: 'x-visitor', limits: hostedLimits(100) });
});
afterAll(() => api.stop());

async function join(email: string): Promise<SupabaseClient> {
  const client = api.client();
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  return client;
}

async function signIn(email: string, headers: Record<string, string> = {}): Promise<SupabaseClient> {
  const client = api.client({ headers });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/**
 * Returns the code of an authenticator app. `later` counts in steps of 30 seconds, because the next code is accepted
 * too.
 */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

async function enrol(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, data };
}

/** Makes an account with a second factor. Returns the session that switched it on. */
async function protect(email: string) {
  const client = await join(email);
  const factor = await enrol(client);
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  });
  if (error) throw error;
  return { client, factor };
}

const readClaims = async (client: SupabaseClient) =>
  decode((await client.auth.getSession()).data.session?.access_token ?? '').payload;
const levels = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe('enrolling', () => {
  it('returns what an authenticator app reads, and asks for no code until the factor is verified', async () => {
    const client = await join('enrol@example.test');
    const { data } = await enrol(client, 'My phone');
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [\s\S]*<\/svg>$/);
    // A `#` would end the address of the picture.
    expect(data.totp.qr_code).not.toContain('#');
    const uri = new URL(data.totp.uri);
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/127.0.0.1:4999:enrol@example.test');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: data.totp.secret, period: '30' });

    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.totp).toEqual([]);
    expect(listed?.all).toMatchObject([
      { friendly_name: 'My phone', status: 'unverified', factor_type: 'totp' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(data.totp.secret);
    expect(await levels(await signIn('enrol@example.test'))).toEqual(['aal1', 'aal1']);
  });

  it('refuses a name twice, an eleventh factor, and other kinds', async () => {
    const client = await join('many@example.test');
    await enrol(client, 'A');
    const secondFactor = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'A' });
    expect(secondFactor.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let n = 2; n <= 10; n++) await enrol(client, `A${n}`);
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+6591234567' });
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled');
  });

  it('deletes a factor that was not verified within five minutes, so that its name is free again', async () => {
    const client = await join('slow@example.test');
    const { id } = await enrol(client);
    await api.database
      .sql`update auth.mfa_factors set created_at = now() - interval '6 minutes' where id = ${id}`;
    expect((await enrol(client)).id).not.toBe(id);
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('never creates two factors of one name at the same moment', async () => {
    const client = await join('twice@example.test');
    const answers = await Promise.all(
      [1, 2].map(() => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Same' })),
    );
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['mfa_factor_name_conflict', undefined]);
  });

  it('needs a session', async () => {
    const { error } = await api.client().auth.mfa.enroll({ factorType: 'totp', friendlyName: 'A' });
    expect(error).not.toBeNull();
    const call = (headers: Record<string, string>) =>
      fetch(`${api.url}/auth/v1/factors`, { method: 'POST', headers, body: '{"factor_type":"totp"}' });
    const { anon } = api.keys;
    expect((await call({ apikey: anon })).status).toBe(401);
    expect((await call({ apikey: anon, authorization: `Bearer ${anon}` })).status).toBe(401);
    const stranger = await api.token({ sub: crypto.randomUUID(), session_id: crypto.randomUUID() });
    expect((await call({ apikey: anon, authorization: `Bearer ${stranger}` })).status).toBe(403);
    expect((await call({ authorization: `Bearer ${stranger}` })).status).toBe(401);
  });
});

describe('verifying', () => {
  it('raises the session’s level, also after a refresh, and ends the sessions without it', async () => {
    const email = 'lift@example.test';
    const client = await join(email);
    const other = await signIn(email);
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const { id, secret } = await enrol(client);
    await enrol(client, 'Never verified');
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect(error).toBeNull();
    await vi.waitFor(() => expect(events).toContain('MFA_CHALLENGE_VERIFIED'));

    expect(await readClaims(client)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id, status: 'verified' }]);
    const [row] = await api.database.sql`select aal, factor_id from auth.sessions s
      join auth.users u on u.id = s.user_id where u.email = ${email}`;
    expect(row).toEqual({ aal: 'aal2', factor_id: id });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await readClaims(client)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });

    expect((await other.auth.refreshSession()).error).not.toBeNull();
    // A token from before the second factor cannot be exchanged for a session with the factor.
    const stolen = await api.client().auth.refreshSession({ refresh_token: before });
    expect(stolen.error?.code).toBe('refresh_token_already_used');
  });

  it('is required at the next sign-in', async () => {
    const { factor } = await protect('next@example.test');
    const client = await signIn('next@example.test');
    expect(await levels(client)).toEqual(['aal1', 'aal2']);
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret, 1),
    });
    expect(error).toBeNull();
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
  });

  it('accepts a code once, even if it comes twice at the same moment', async () => {
    const { client, factor } = await protect('once@example.test');
    const code = codeOf(factor.secret, 1);
    const answers = await Promise.all(
      [1, 2].map(() => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })),
    );
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['mfa_verification_failed', undefined]);
    const later = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(later.error?.code).toBe('mfa_verification_failed');
  });

  it('refuses a wrong code, an old one, and an empty one', async () => {
    const { client, factor } = await protect('wrong@example.test');
    const attempt = async (code: string) => {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
      return [error?.status, error?.code];
    };
    const wrong = String((Number(codeOf(factor.secret)) + 1) % 1_000_000).padStart(6, '0');
    expect(await attempt(wrong)).toEqual([422, 'mfa_verification_failed']);
    expect(await attempt(codeOf(factor.secret, -3))).toEqual([422, 'mfa_verification_failed']);
    expect(await attempt('1234567')).toEqual([422, 'mfa_verification_failed']);
    expect(await attempt('')).toEqual([400, 'validation_failed']);
  });

  it('refuses a challenge that is used, too late, of another factor, or from another address', async () => {
    const { client, factor } = await protect('challenge@example.test');
    const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
    const verify = async (challengeId: string, from = client, factorId = factor.id) =>
      (await from.auth.mfa.verify({ factorId, challengeId, code: codeOf(factor.secret, 1) })).error?.code;

    const lateChallenge = await challenge();
    await api.database.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes'
      where id = ${lateChallenge}`;
    expect(await verify(lateChallenge)).toBe('mfa_challenge_expired');
    expect(await verify(crypto.randomUUID())).toBe('mfa_factor_not_found');
    expect(await verify('nonsense')).toBe('mfa_factor_not_found');
    const otherNetwork = await signIn('challenge@example.test', { 'x-visitor': '203.0.113.77' });
    expect(await verify(await challenge(), otherNetwork)).toBe('mfa_ip_address_mismatch');
    const other = await protect('other@example.test');
    expect(await verify(await challenge(), other.client, other.factor.id)).toBe('mfa_factor_not_found');

    const validChallenge = await challenge();
    expect(await verify(validChallenge)).toBeUndefined();
    expect(await verify(validChallenge)).toBe('mfa_ip_address_mismatch');
  });

  it('hides the factors of other accounts', async () => {
    const { factor } = await protect('mine@example.test');
    const stranger = await join('stranger@example.test');
    const challenged = await stranger.auth.mfa.challenge({ factorId: factor.id });
    expect(challenged.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const removed = await stranger.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });
});

describe('an account with a second factor', () => {
  it('cannot change what protects it in a session without that factor', async () => {
    const email = 'guard@example.test';
    const { client, factor } = await protect(email);
    const half = await signIn(email);
    expect((await half.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await readClaims(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
  });
});
