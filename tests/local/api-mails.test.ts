import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { brand } from '#contract/brand.ts';
import { resendMail } from '../../local/api/mail.ts';
import { createApi, password, siteUrl, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({ confirmEmail: true });
});
afterAll(() => api.stop());

const mailTo = (address: string) => api.mails.findLast((mail) => mail.to === address);
/** Mails that say nothing about an address are sent behind the answer. */
const mailAbout = (address: string, subject: RegExp) =>
  vi.waitFor(() => {
    const mail = api.mails.findLast(({ to, subject: given }) => to === address && subject.test(given));
    if (!mail) throw new Error(`no mail to ${address}`);
    return mail;
  }, 15_000);
const linkIn = (text = '') => new URL(/https?:\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? 'missing:');
const follow = async (link: URL) => {
  const answer = await fetch(link, { redirect: 'manual' });
  const target = new URL(answer.headers.get('location') ?? 'missing:');
  return { status: answer.status, target, session: new URLSearchParams(target.hash.slice(1)) };
};

describe('the mail that confirms an address', () => {
  it('leads over the API to where the page asked, signed in', async () => {
    const email = 'confirm@example.test';
    const { data } = await api.client().auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${siteUrl}/auth?next=/family-base`, data: { name: 'Ann' } },
    });
    expect(data.session).toBeNull();
    const early = await api.client().auth.signInWithPassword({ email, password });
    expect(early.error?.code).toBe('email_not_confirmed');

    const mail = mailTo(email);
    expect(mail).toMatchObject({
      from: 'Trails <hello@example.test>',
      subject: `Confirm your e-mail for ${brand.name}`,
    });
    const link = linkIn(mail?.text);
    expect(link.origin).toBe(api.url);
    expect(mail?.html).toContain(link.href.replaceAll('&', '&amp;'));
    expect(mail?.html).not.toContain('{{');
    expect(mail?.text).not.toMatch(/[<>]|&amp;|\{\{/);

    const { status, target, session } = await follow(link);
    expect(status).toBe(303);
    expect(target.origin + target.pathname + target.search).toBe(`${siteUrl}/auth?next=/family-base`);
    const claims = decode(session.get('access_token') ?? '').payload;
    expect(claims).toMatchObject({
      email,
      aal: 'aal1',
      amr: [{ method: 'otp' }],
      user_metadata: { name: 'Ann' },
    });
    expect((await api.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it('works once', async () => {
    const email = 'once@example.test';
    await api.client().auth.signUp({ email, password });
    const link = linkIn(mailTo(email)?.text);
    await follow(link);
    const again = await follow(link);
    expect(again.session.get('error_code')).toBe('otp_expired');
    expect(again.session.get('access_token')).toBeNull();
  });

  it('can be typed as a code instead', async () => {
    const email = 'code@example.test';
    await api.client().auth.signUp({ email, password });
    const token = /\b\d{6}\b/.exec(mailTo(email)?.text ?? '')?.[0] ?? '';
    const { data, error } = await api.client().auth.verifyOtp({ email, token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it('leaves no half-made account when it could not be sent', async () => {
    const email = 'unlucky@example.test';
    api.mailServer.failing = true;
    const failed = await api.client().auth.signUp({ email, password });
    api.mailServer.failing = false;
    expect(failed.error).toMatchObject({ status: 500, message: 'Error sending confirmation email' });
    expect((await api.client().auth.signUp({ email, password })).error).toBeNull();
    expect(mailTo(email)).toBeDefined();
  });
});

describe('where a link may lead', () => {
  it.each([
    ['a stranger’s site', 'https://evil.example/steal'],
    ['a name that begins like ours', 'http://127.0.0.1.evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['another scheme', 'https://127.0.0.1:4999/'],
    ['another port', 'http://127.0.0.1:4998/'],
    ['a name that points into ours', 'http://127.0.0.1:4999@evil.example/'],
    ['half an address', '//evil.example/'],
  ])('is never %s, but home', async (_, redirectTo) => {
    const email = 'recover@example.test';
    await api.database.sql`insert into auth.users (id, email, email_confirmed_at)
      values (gen_random_uuid(), ${email}, now()) on conflict do nothing`;
    api.mails.length = 0;
    await api.client().auth.resetPasswordForEmail(email, { redirectTo });
    const link = linkIn((await mailAbout(email, /new password/)).text);
    expect(link.searchParams.get('redirect_to')).toBe(siteUrl);
    link.searchParams.set('redirect_to', redirectTo);
    const { target } = await follow(link);
    expect(target.origin).toBe(siteUrl);
  });
});

describe('the other mails', () => {
  it('lets a parent choose a new password', async () => {
    const email = 'forgot@example.test';
    await api.client().auth.signUp({ email, password });
    await follow(linkIn(mailTo(email)?.text));
    await api.client().auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth?mode=new-password` });
    const link = linkIn((await mailAbout(email, /new password/)).text);
    expect(link.searchParams.get('type')).toBe('recovery');
    const client = api.client();
    await client.auth.verifyOtp({ token_hash: link.searchParams.get('token') ?? '', type: 'recovery' });
    expect((await client.auth.updateUser({ password: 'another-river-7' })).error).toBeNull();
    const signIn = await api.client().auth.signInWithPassword({ email, password: 'another-river-7' });
    expect(signIn.error).toBeNull();
  });

  it('does not say whether an address is known', async () => {
    const before = api.mails.length;
    const { error } = await api.client().auth.resetPasswordForEmail('nobody@example.test');
    expect(error).toBeNull();
    expect(api.mails).toHaveLength(before);
  });

  it('signs in by a link, and changes an address', async () => {
    const email = 'link@example.test';
    const newEmail = 'newer@example.test';
    await api.client().auth.signInWithOtp({ email, options: { emailRedirectTo: `${siteUrl}/auth` } });
    const link = linkIn((await mailAbout(email, /./)).text);
    expect(link.searchParams.get('redirect_to')).toBe(`${siteUrl}/auth`);
    const client = api.client();
    await client.auth.verifyOtp({ token_hash: link.searchParams.get('token') ?? '', type: 'magiclink' });
    expect((await client.auth.updateUser({ email: newEmail })).error).toBeNull();
    expect(mailTo(email)?.text).toContain(newEmail);
  });
});

it('goes out in Resend’s form', async () => {
  const seen: { url: string | undefined; key: string | undefined; body: unknown }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(status).end('{"id":"1"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sender = resendMail(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 're_key');
  const mail = { from: 'a@example.test', to: 'b@example.test', subject: 's', html: '<p>h</p>', text: 't' };
  await sender.send(mail);
  expect(seen).toEqual([{ url: '/emails', key: 'Bearer re_key', body: mail }]);
  status = 500;
  await expect(sender.send(mail)).rejects.toThrow('500');
  server.close();
});
