import type { EmailOtpType } from '@supabase/supabase-js';
import { decode } from 'hono/jwt';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createAuthAdmin } from '#server/auth-admin.ts';
import { testEnv } from '#support/functions-env.ts';
import { createApi, password, siteUrl, type TestApi } from './api-fixtures/start.ts';

const nobody = '6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f9999';
let api: TestApi;
beforeAll(async () => {
  api = await createApi({ confirmEmail: true, limits: { ...hostedLimits(100), mailEverySeconds: 0 } });
});
afterAll(() => api.stop());

const admin = () => api.service().auth.admin;
async function make(email: string, more: object = {}) {
  const { data, error } = await admin().createUser({ email, password, email_confirm: true, ...more });
  if (error) throw error;
  return data.user;
}
const signIn = async (email: string, secret = password) => {
  const client = api.client();
  const { error } = await client.auth.signInWithPassword({ email, password: secret });
  return { client, code: error?.code };
};

describe('the service key', () => {
  it('creates accounts that can sign in, which the triggers of the migrations see', async () => {
    const user = await make('made@example.test', {
      user_metadata: { name: 'Ann' },
      app_metadata: { team: 'heron' },
    });
    const { client, code } = await signIn('made@example.test');
    expect(code).toBeUndefined();
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    expect(decode(token).payload).toMatchObject({
      user_metadata: { name: 'Ann' },
      app_metadata: { provider: 'email', providers: ['email'], team: 'heron' },
    });
    expect([...(await api.database.sql`select name from members where id = ${user.id}`)]).toEqual([
      { name: 'Ann' },
    ]);
    const secondAnswer = await admin().createUser({ email: 'Made@example.test', password });
    expect(secondAnswer.error).toMatchObject({ status: 422, code: 'email_exists' });
    const weak = await admin().createUser({ email: 'weak@example.test', password: 'short' });
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' });
    await admin().createUser({ email: 'waits@example.test', password });
    expect((await signIn('waits@example.test')).code).toBe('email_not_confirmed');
  });

  it('finds accounts and lists them, page by page', async () => {
    const user = await make('found@example.test');
    expect((await admin().getUserById(user.id)).data.user?.email).toBe('found@example.test');
    expect((await admin().getUserById(nobody)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    const all = await admin().listUsers();
    const pages = [];
    for (let page = 1; page <= all.data.users.length; page++)
      pages.push(...(await admin().listUsers({ page, perPage: 1 })).data.users);
    expect(pages.map(({ id }) => id)).toEqual(all.data.users.map(({ id }) => id));
    const first = await admin().listUsers({ page: 1, perPage: 1 });
    expect(first.data).toMatchObject({
      total: all.data.users.length,
      nextPage: 2,
      lastPage: all.data.users.length,
    });
  });

  it('changes address, password and metadata at once, and ends the sessions', async () => {
    const user = await make('change@example.test', { user_metadata: { name: 'Ann', pet: 'otter' } });
    const { client } = await signIn('change@example.test');
    const { data } = await admin().updateUserById(user.id, {
      email: 'changed@example.test',
      password: 'another-river-7',
      user_metadata: { pet: null, boat: 'kayak' },
      app_metadata: { team: 'heron' },
    });
    expect(data.user).toMatchObject({
      email: 'changed@example.test',
      user_metadata: { name: 'Ann', boat: 'kayak' },
      app_metadata: { provider: 'email', team: 'heron' },
    });
    expect(data.user?.user_metadata).not.toHaveProperty('pet');
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn('changed@example.test', 'another-river-7')).code).toBeUndefined();
  });

  it('bans for a while, and ends the ban', async () => {
    const user = await make('banned@example.test');
    const banned = await admin().updateUserById(user.id, { ban_duration: '1h30m' });
    const minutes = (Date.parse(banned.data.user?.banned_until ?? '') - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(90);
    expect((await signIn('banned@example.test')).code).toBe('user_banned');
    await admin().updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn('banned@example.test')).code).toBeUndefined();
    const wrong = await admin().updateUserById(user.id, { ban_duration: 'for ever' });
    expect(wrong.error?.code).toBe('validation_failed');
  });

  it('deletes an account with its sessions', async () => {
    const user = await make('gone@example.test');
    const { client } = await signIn('gone@example.test');
    expect((await admin().deleteUser(user.id)).error).toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await admin().getUserById(user.id)).error?.code).toBe('user_not_found');
    expect((await signIn('gone@example.test')).code).toBe('invalid_credentials');
  });

  it('removes a lost second factor', async () => {
    const user = await make('lost@example.test');
    const { client } = await signIn('lost@example.test');
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (data?.type !== 'totp') throw new Error('no factor');
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
    await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
    const listed = await admin().mfa.listFactors({ userId: user.id });
    expect(listed.data?.factors).toMatchObject([{ id: data.id, status: 'verified' }]);
    expect((await admin().mfa.deleteFactor({ userId: user.id, id: data.id })).error).toBeNull();
    const { client: secondSignIn } = await signIn('lost@example.test');
    expect((await secondSignIn.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  });
});

describe('an invitation', () => {
  it('goes by mail, and its link gives the account to the invited person', async () => {
    const email = 'guest@example.test';
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { name: 'Guest' },
      redirectTo: `${siteUrl}/family-base`,
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeDefined();
    const mail = api.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toMatch(/invited/);
    const link = new URL(/https?:\S+\/auth\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:');
    expect(link.searchParams.get('from')).toBe('/family-base');
    const client = api.client();
    const accepted = await client.auth.verifyOtp({
      token_hash: link.searchParams.get('token_hash') ?? '',
      type: link.searchParams.get('type') as EmailOtpType,
    });
    expect(accepted.data.user).toMatchObject({ email, user_metadata: { name: 'Guest' } });
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn(email)).code).toBeUndefined();
    expect((await admin().inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });
});

describe('a link for a mail of our own', () => {
  it.each([
    ['signup', 'signup'],
    ['invite', 'invite'],
    ['magiclink', 'magiclink'],
    ['recovery', 'recovery'],
  ] as const)('of type %s signs in once, and sends no mail', async (type, verifyType) => {
    const email = `link-${type}@example.test`;
    if (type === 'magiclink' || type === 'recovery') await make(email);
    const sent = api.mails.length;
    const { data, error } = await admin().generateLink({ type, email, password });
    expect(error).toBeNull();
    expect(api.mails).toHaveLength(sent);
    const {
      action_link: link = '',
      hashed_token: hash = '',
      verification_type: kind,
    } = data.properties ?? {};
    expect(kind).toBe(type);
    const answer = await fetch(link, { redirect: 'manual' });
    const target = new URL(answer.headers.get('location') ?? 'missing:');
    expect(target.origin).toBe(siteUrl);
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).not.toBeNull();
    const secondAnswer = await api.client().auth.verifyOtp({ token_hash: hash, type: verifyType });
    expect(secondAnswer.error?.code).toBe('otp_expired');
  });

  it('is not made for an unknown account', async () => {
    const { error } = await admin().generateLink({ type: 'recovery', email: 'nobody@example.test' });
    expect(error).toMatchObject({ status: 404, code: 'user_not_found' });
  });
});

describe('the admin interface of the edge functions', () => {
  const authAdmin = (key = api.keys.service) =>
    createAuthAdmin({ ...testEnv(), SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: key });

  it('lists and removes a second factor, whose sessions fall back to the first', async () => {
    const user = await make('lost-phone@example.test');
    expect(await authAdmin().factorsOf(user.id)).toEqual([]);
    const { client } = await signIn('lost-phone@example.test');
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const { id: factorId, totp } = data as { id: string; totp: { secret: string } };
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();

    expect(await authAdmin().factorsOf(user.id)).toEqual([factorId]);
    await expect(authAdmin(api.keys.anon).deleteFactor(user.id, factorId)).rejects.toThrow(/answered 40[13]/);
    await authAdmin().deleteFactor(user.id, factorId);
    expect(await authAdmin().factorsOf(user.id)).toEqual([]);
    expect([
      ...(await api.database.sql`select aal, factor_id from auth.sessions where user_id = ${user.id}`),
    ]).toEqual([{ aal: 'aal1', factor_id: null }]);
    // A repeated request finds nothing more to remove.
    await authAdmin().deleteFactor(user.id, factorId);
    await expect(authAdmin().factorsOf(nobody)).rejects.toThrow('answered 404');
  });
});

describe('the admin calls', () => {
  it('refuse a visitor, a parent, a parent’s token beside the key, and the key in a browser', async () => {
    const user = await make('parent@example.test');
    const { client } = await signIn('parent@example.test');
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const { anon, service } = api.keys;
    const callers: [Record<string, string>, number][] = [
      [{ apikey: anon }, 401],
      [{ apikey: anon, authorization: `Bearer ${anon}` }, 401],
      [{ apikey: anon, authorization: `Bearer ${token}` }, 403],
      [{ apikey: service, authorization: `Bearer ${token}` }, 403],
      [{ apikey: 'sb_secret_guess' }, 401],
      [{ apikey: service, 'user-agent': 'Mozilla/5.0 (a browser)' }, 401],
      [{}, 401],
    ];
    const calls: [string, string][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${user.id}`],
      ['PUT', `/admin/users/${user.id}`],
      ['DELETE', `/admin/users/${user.id}`],
      ['GET', `/admin/users/${user.id}/factors`],
      ['DELETE', `/admin/users/${user.id}/factors/${nobody}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ];
    for (const [method, path] of calls)
      for (const [headers, status] of callers) {
        const body =
          method === 'GET' ? null : JSON.stringify({ email: 'thief@example.test', type: 'invite' });
        const answer = await fetch(`${api.url}/auth/v1${path}`, { method, headers, body });
        expect([method, path, answer.status]).toEqual([method, path, status]);
      }
    expect((await admin().getUserById(user.id)).data.user?.email).toBe('parent@example.test');
  });
});
