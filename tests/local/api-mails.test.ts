import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmailOtpType } from '@supabase/supabase-js';
import { decode } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resendMail } from '#local/api/mail.ts';
import { createApi, password, siteUrl, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({
    confirmEmail: true,
    limits: { mailEverySeconds: 0, mails: { attempts: 1000, windowSeconds: 3600 } },
  });
});
afterAll(() => api.stop());

const mailTo = (address: string) => api.mails.findLast((mail) => mail.to === address);
/** Waits for the e-mail, because e-mails that must not reveal an address are sent after the response. */
const mailAbout = (address: string, subject: RegExp) =>
  vi.waitFor(() => {
    const mail = api.mails.findLast(
      ({ to, subject: mailSubject }) => to === address && subject.test(mailSubject),
    );
    if (!mail) throw new Error(`no mail to ${address}`);
    return mail;
  }, 15_000);
const linkIn = (text = '') => new URL(/https?:\S+\/auth\?\S+/.exec(text)?.[0] ?? 'missing:');
/** Acts like the site's page when the button of a link is pressed, on any device. */
const confirm = (link: URL, client = api.client()) =>
  client.auth.verifyOtp({
    token_hash: link.searchParams.get('token_hash') ?? '',
    type: link.searchParams.get('type') as EmailOtpType,
  });
/** Follows a link of the admin routes, which the API itself redeems. */
const follow = async (link: URL, redirectTo: string) => {
  const url = new URL(`${api.url}/auth/v1/verify`);
  const { token_hash: token = '', type = '' } = Object.fromEntries(link.searchParams);
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  const answer = await fetch(url, { redirect: 'manual' });
  const target = new URL(answer.headers.get('location') ?? 'missing:');
  return { status: answer.status, target, session: new URLSearchParams(target.hash.slice(1)) };
};

describe('the mail that confirms an address', () => {
  it('has a link to the site’s page, which signs in on any device', async () => {
    const email = 'confirm@example.test';
    const { data } = await api.client().auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${siteUrl}/auth?next=/family-base&child=1`, data: { name: 'Ann' } },
    });
    expect(data.session).toBeNull();
    const beforeConfirming = await api.client().auth.signInWithPassword({ email, password });
    expect(beforeConfirming.error?.code).toBe('email_not_confirmed');

    const mail = mailTo(email);
    expect(mail).toMatchObject({
      from: 'Trails <hello@example.test>',
      subject: 'Confirm your e-mail address at Otter Trails',
    });
    const link = linkIn(mail?.text);
    expect(link.origin + link.pathname).toBe(`${siteUrl}/auth`);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      type: 'signup',
      from: '/auth?next=/family-base&child=1',
    });
    expect(mail?.html).not.toContain('{{');
    expect(mail?.text).not.toMatch(/[<>]|&amp;|\{\{/);

    // A mail scanner that opens the link does not use it up.
    await fetch(link).catch(() => undefined);
    const { data: confirmed, error } = await confirm(link);
    expect(error).toBeNull();
    const claims = decode(confirmed.session?.access_token ?? '').payload;
    expect(claims).toMatchObject({
      email,
      aal: 'aal1',
      amr: [{ method: 'otp' }],
      user_metadata: { name: 'Ann', email_verified: true },
    });
    expect((await api.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it('works once', async () => {
    const email = 'once@example.test';
    await api.client().auth.signUp({ email, password });
    const link = linkIn(mailTo(email)?.text);
    const answers = await Promise.all([confirm(link), confirm(link)]);
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['otp_expired', undefined]);
    const secondVisit = await follow(link, siteUrl);
    expect(secondVisit.status).toBe(303);
    expect(secondVisit.session.get('error_code')).toBe('otp_expired');
    expect(secondVisit.session.get('access_token')).toBeNull();
  });

  it('has a code that can be typed instead', async () => {
    const email = 'code@example.test';
    await api.client().auth.signUp({ email, password });
    const token = /\b\d{6}\b/.exec(mailTo(email)?.text ?? '')?.[0] ?? '';
    const { data, error } = await api.client().auth.verifyOtp({ email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it('leaves no unusable account if it could not be sent', async () => {
    const email = 'unlucky@example.test';
    api.mailServer.failing = true;
    const failed = await api.client().auth.signUp({ email, password });
    api.mailServer.failing = false;
    expect(failed.error).toMatchObject({ status: 500, message: 'Error sending confirmation email' });
    expect((await api.client().auth.signUp({ email, password })).error).toBeNull();
    expect(mailTo(email)).toBeDefined();
  });
});

describe('the target of a link', () => {
  it.each([
    ['a stranger’s site', 'https://evil.example/steal'],
    ['a name that begins like ours', 'http://127.0.0.1.evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['another scheme', 'https://127.0.0.1:4999/'],
    ['another port', 'http://127.0.0.1:4998/'],
    ['a name that points into ours', 'http://127.0.0.1:4999@evil.example/'],
    ['half an address', '//evil.example/'],
  ])('is never %s, but the home page', async (_, redirectTo) => {
    const email = 'recover@example.test';
    await api.database.sql`insert into auth.users (id, email, email_confirmed_at)
      values (gen_random_uuid(), ${email}, now()) on conflict do nothing`;
    api.mails.length = 0;
    await api.client().auth.resetPasswordForEmail(email, { redirectTo });
    const link = linkIn((await mailAbout(email, /new password/)).text);
    expect(link.origin).toBe(siteUrl);
    expect(link.searchParams.get('from')).toBe('');
    const { target, session } = await follow(link, redirectTo);
    expect(target.origin).toBe(siteUrl);
    expect(session.get('access_token')).not.toBeNull();
  });
});

describe('the other mails', () => {
  it('lets a parent choose a new password', async () => {
    const email = 'forgot@example.test';
    await api.client().auth.signUp({ email, password });
    await confirm(linkIn(mailTo(email)?.text));
    await api.client().auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth?mode=new-password` });
    const link = linkIn((await mailAbout(email, /new password/)).text);
    expect(link.searchParams.get('type')).toBe('recovery');
    const client = api.client();
    expect((await confirm(link, client)).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another-river-7' })).error).toBeNull();
    const signIn = await api.client().auth.signInWithPassword({ email, password: 'another-river-7' });
    expect(signIn.error).toBeNull();
  });

  it('are the same whether or not an address is known', async () => {
    const before = api.mails.length;
    const { error } = await api.client().auth.resetPasswordForEmail('nobody@example.test');
    expect(error).toBeNull();
    expect(api.mails).toHaveLength(before);
  });

  it('sign a parent in by a link, which verifies the address of a new account', async () => {
    const email = 'link@example.test';
    const ask = () =>
      api.client().auth.signInWithOtp({ email, options: { emailRedirectTo: `${siteUrl}/camps` } });
    await ask();
    const first = linkIn((await mailAbout(email, /Confirm your e-mail/)).text);
    expect(first.searchParams.get('from')).toBe('/camps');
    // Until the link is used, the typed address belongs to nobody.
    const [before] = await api.database.sql`select email_confirmed_at,
      (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
      from auth.users u where email = ${email}`;
    expect(before).toEqual({ email_confirmed_at: null, sessions: 0 });
    expect((await confirm(first)).error).toBeNull();

    await ask();
    const second = linkIn((await mailAbout(email, /sign-in link/)).text);
    expect(second.searchParams.get('type')).toBe('magiclink');
    expect((await confirm(second)).data.user?.email).toBe(email);
  });

  it('have codes that are accepted as `email`, until they are an hour old', async () => {
    const email = 'typed@example.test';
    const codeFor = async (subject: RegExp) => {
      await api.client().auth.signInWithOtp({ email });
      return /\b\d{6}\b/.exec((await mailAbout(email, subject)).text)?.[0] ?? '';
    };
    const verify = (token: string) => api.client().auth.verifyOtp({ email, token, type: 'email' });
    expect((await verify(await codeFor(/Confirm your e-mail/))).error).toBeNull();
    const lateCode = await codeFor(/sign-in link/);
    await api.database.sql`update auth.users set recovery_sent_at = now() - interval '61 minutes'
      where email = ${email}`;
    expect((await verify(lateCode)).error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect((await verify('000000')).error?.message).toBe('Token has expired or is invalid');
  });
});

it('a mail is sent in Resend’s format', async () => {
  const requests: { url: string | undefined; key: string | undefined; body: unknown }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(status).end('{"id":"1"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sender = resendMail(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 're_key');
  const mail = { from: 'a@example.test', to: 'b@example.test', subject: 's', html: '<p>h</p>', text: 't' };
  await sender.send(mail);
  expect(requests).toEqual([{ url: '/emails', key: 'Bearer re_key', body: mail }]);
  status = 500;
  await expect(sender.send(mail)).rejects.toThrow('500');
  server.close();
});
