import type { EmailOtpType, SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

const newPassword = 'another-river-7';
let api: TestApi;
beforeAll(async () => {
  api = await createApi({ limits: { ...hostedLimits(100), mailEverySeconds: 0 } });
});
afterAll(() => api.stop());

async function join(email: string): Promise<SupabaseClient> {
  const client = api.client();
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  return client;
}

async function signIn(email: string, secret = password) {
  const client = api.client();
  const { error } = await client.auth.signInWithPassword({ email, password: secret });
  return { client, code: error?.code };
}

const lastMail = (to: string) => api.mails.findLast((mail) => mail.to === to);
const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const isOver = async (client: SupabaseClient) => (await client.auth.refreshSession()).error !== null;
const age = (email: string, interval = '25 hours') => api.database.sql`with aged as (
  update auth.sessions s set created_at = now() - ${interval}::interval
  from auth.users u where u.id = s.user_id and u.email = ${email} returning s.id)
  update auth.mfa_amr_claims set updated_at = now() - ${interval}::interval where session_id in (select id from aged)`;

describe('changing the password', () => {
  it('ends the other sessions and the links in mailboxes', async () => {
    const email = 'others@example.test';
    const client = await join(email);
    const { client: other } = await signIn(email);
    await api.client().auth.resetPasswordForEmail(email);
    await expect.poll(() => codeIn(lastMail(email)?.text), { timeout: 15_000 }).not.toBe('');
    const waiting = codeIn(lastMail(email)?.text);
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
    expect(await isOver(other)).toBe(true);
    expect(await isOver(client)).toBe(false);
    const lateAnswer = await api.client().auth.verifyOtp({ email, token: waiting, type: 'recovery' });
    expect(lateAnswer.error?.code).toBe('otp_expired');
    expect((await signIn(email)).code).toBe('invalid_credentials');
    expect((await signIn(email, newPassword)).code).toBeUndefined();
  });

  it('needs a recent sign-in, so that an unlocked phone is not enough', async () => {
    const email = 'found@example.test';
    const client = await join(email);
    await age(email, '20 minutes');
    expect((await client.auth.updateUser({ password: newPassword })).error).not.toBeNull();
    expect((await signIn(email)).code).toBeUndefined();
    await age(email, '20 minutes');
    const { client: owner } = await signIn(email);
    expect((await owner.auth.updateUser({ password: newPassword })).error).toBeNull();
  });

  it('in a session older than a day needs a code from a mail, which works once', async () => {
    const email = 'old@example.test';
    const client = await join(email);
    await age(email);
    await signIn(email);
    const change = async (to: string, nonce?: string) => {
      const { error } = await client.auth.updateUser({ password: to, ...(nonce && { nonce }) });
      return [error?.status, error?.code];
    };
    expect(await change(newPassword)).toEqual([400, 'reauthentication_needed']);
    expect(await change(newPassword, '123456')).toEqual([422, 'reauthentication_not_valid']);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = codeIn(lastMail(email)?.subject);
    // A refused password does not use up the code.
    expect(await change('short', nonce)).toEqual([422, 'weak_password']);
    expect(await change(newPassword, nonce)).toEqual([undefined, undefined]);
    expect(await change('third-river-81', nonce)).toEqual([422, 'reauthentication_not_valid']);
  });

  it('is refused with a code that is an hour old', async () => {
    const email = 'late@example.test';
    const client = await join(email);
    await age(email);
    await client.auth.reauthenticate();
    const nonce = codeIn(lastMail(email)?.subject);
    await api.database.sql`update auth.users set reauthentication_sent_at = now() - interval '61 minutes'
      where email = ${email}`;
    const { error } = await client.auth.updateUser({ password: newPassword, nonce });
    expect(error?.code).toBe('reauthentication_not_valid');
  });

  it('is refused in a session without the second factor of the account', async () => {
    const email = 'factor@example.test';
    const client = await join(email);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (data?.type !== 'totp') throw new Error('no factor');
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
    await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
    const { client: half } = await signIn(email);
    for (const change of [{ password: newPassword }, { email: 'thief@example.test' }])
      expect((await half.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    expect((await half.auth.updateUser({ data: { name: 'Ann' } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
  });
});

describe('changing the address', () => {
  const link = (to: string) =>
    new URL(/https?:\S+\/auth\?\S+/.exec(lastMail(to)?.text ?? '')?.[0] ?? 'missing:');
  const agree = (to: string) =>
    api.client().auth.verifyOtp({
      token_hash: link(to).searchParams.get('token_hash') ?? '',
      type: link(to).searchParams.get('type') as EmailOtpType,
    });

  it.each([
    ['the old mailbox first', 0],
    ['the new mailbox first', 1],
  ])('takes effect once both mailboxes have agreed, %s', async (_, first) => {
    const boxes = [`before${first}@example.test`, `after${first}@example.test`];
    const [before = '', after = ''] = boxes;
    const client = await join(before);
    const change = await client.auth.updateUser({ email: after.toUpperCase() });
    expect(change.data.user).toMatchObject({ email: before, new_email: after });
    const one = await agree(boxes[first] ?? '');
    expect([one.error, one.data.session]).toEqual([null, null]);
    expect((await client.auth.getUser()).data.user?.email).toBe(before);
    // A second confirmation from the same mailbox still counts as one.
    expect((await agree(boxes[first] ?? '')).error?.code).toBe('otp_expired');

    const two = await agree(boxes[1 - first] ?? '');
    expect(two.data.user).toMatchObject({ email: after });
    expect(two.data.user?.new_email).toBeUndefined();
    expect((await signIn(after)).code).toBeUndefined();
    expect((await signIn(before)).code).toBe('invalid_credentials');
    const [identity] = await api.database.sql`select email from auth.identities where email = ${after}`;
    expect(identity).toBeDefined();
  });

  it('needs both mailboxes again if the address is changed once more in between', async () => {
    const client = await join('twice@example.test');
    await client.auth.updateUser({ email: 'first-choice@example.test' });
    await agree('twice@example.test');
    await client.auth.updateUser({ email: 'second-choice@example.test' });
    expect((await agree('second-choice@example.test')).data.session).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe('twice@example.test');
  });

  it('gets the same answer for an address that has an account, whose owner gets a mail', async () => {
    await join('taken@example.test');
    const answers = [];
    for (const email of ['Taken@example.test', 'free@example.test']) {
      const from = `asks-for-${email.toLowerCase()}`;
      const client = await join(from);
      const { data, error } = await client.auth.updateUser({ email });
      const text = JSON.stringify({ ...data.user, error })
        .replaceAll(email.toLowerCase(), 'EMAIL')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'MOMENT');
      answers.push(JSON.parse(text));
      // The current mailbox agrees in both cases. Without the new mailbox nothing changes.
      expect((await agree(from)).error).toBeNull();
      expect((await client.auth.getUser()).data.user?.email).toBe(from);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ new_email: 'EMAIL', error: null });
    const mail = lastMail('taken@example.test');
    expect(mail?.subject).toMatch(/^Somebody wants to use your address/);
    expect(mail?.text).not.toMatch(/token_hash|\b\d{6}\b|asks-for|\{\{/);
    expect((await signIn('taken@example.test')).code).toBeUndefined();
  });

  it('can send the mails again', async () => {
    const client = await join('again@example.test');
    await client.auth.updateUser({ email: 'awaited@example.test' });
    const old = link('awaited@example.test').href;
    const resent = await api.client().auth.resend({ type: 'email_change', email: 'again@example.test' });
    expect(resent.error).toBeNull();
    await expect.poll(() => link('awaited@example.test').href, { timeout: 15_000 }).not.toBe(old);
    expect((await agree('awaited@example.test')).error).toBeNull();
  });

  it('is refused if another account has taken the address in between', async () => {
    const client = await join('slow@example.test');
    await client.auth.updateUser({ email: 'wanted@example.test' });
    await agree('slow@example.test');
    const hash = link('wanted@example.test').searchParams.get('token_hash') ?? '';
    await join('wanted@example.test');
    const { error } = await api.client().auth.verifyOtp({ token_hash: hash, type: 'email_change' });
    expect(error?.code).toBe('email_exists');
  });
});

describe('signing out', () => {
  it.each([
    ['local', [true, false]],
    ['others', [false, true]],
    ['global', [true, true]],
  ] as const)('ends the right sessions with the scope %s', async (scope, over) => {
    const email = `out-${scope}@example.test`;
    const firstDevice = await join(email);
    const { client: secondDevice } = await signIn(email);
    const tokens = [firstDevice, secondDevice].map(
      async (client) => (await client.auth.getSession()).data.session?.refresh_token ?? '',
    );
    const [mine = '', theirs = ''] = await Promise.all(tokens);
    expect((await firstDevice.auth.signOut({ scope })).error).toBeNull();
    const ended = await Promise.all(
      [mine, theirs].map(
        async (refresh_token) => (await api.client().auth.refreshSession({ refresh_token })).error !== null,
      ),
    );
    expect(ended).toEqual(over);
  });
});

it('members cannot write their own roles', async () => {
  const client = await join('climber@example.test');
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const answer = await fetch(`${api.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: api.keys.anon, authorization: `Bearer ${token}` },
    body: JSON.stringify({ app_metadata: { role: 'admin' } }),
  });
  expect(answer.status).toBe(403);
  expect((await client.auth.getUser()).data.user?.app_metadata).not.toHaveProperty('role');
});
