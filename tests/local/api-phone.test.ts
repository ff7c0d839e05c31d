import { decode } from 'hono/jwt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({
    confirmEmail: true,
    sms: true,
    limits: { mailEverySeconds: 0, mails: { attempts: 1000, windowSeconds: 3600 } },
  });
});
afterAll(() => api.stop());

let numberCount = 0;
const number = () => `+659123${String(++numberCount).padStart(4, '0')}`;
const textsTo = (phone: string) => api.mails.filter(({ to }) => to.startsWith(phone.slice(1)));
const codeTo = (phone: string) => /\d{6}$/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? '';
const ask = (phone: string) => api.client().auth.signInWithOtp({ phone, options: { data: { name: 'Mei' } } });
const verify = (phone: string, token: string) => api.client().auth.verifyOtp({ phone, token, type: 'sms' });

it('a code creates an account, and signs in to it again, and each code counts once', async () => {
  const phone = number();
  expect((await ask(phone)).error).toBeNull();
  const code = codeTo(phone);
  const { data } = await verify(phone, code);
  expect(data.user).toMatchObject({ phone: phone.slice(1), user_metadata: { name: 'Mei' } });
  expect(decode(data.session?.access_token ?? '').payload).toMatchObject({ amr: [{ method: 'otp' }] });
  expect((await verify(phone, code)).error?.code).toBe('otp_expired');
  await ask(phone);
  expect((await verify(phone, codeTo(phone))).data.user?.id).toBe(data.user?.id);
  const [profile] = await api.database
    .sql`select email from public.profiles where id = ${data.user?.id ?? ''}`;
  expect(profile?.['email']).toBeNull();
});

it('a wrong code, another number’s code and a code used for an address are refused', async () => {
  const [phone, other] = [number(), number()];
  await ask(phone);
  await ask(other);
  expect((await verify(phone, codeTo(other))).error?.code).toBe('otp_expired');
  const asAddress = await fetch(`${api.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'email', email: phone.slice(1), token: codeTo(phone) }),
  });
  expect(((await asAddress.json()) as { error_code: string }).error_code).toBe('otp_expired');
  expect((await verify(other, codeTo(other))).error).toBeNull();
  const rows = await api.database.sql`select email_confirmed_at from auth.users
    where phone in (${phone.slice(1)}, ${other.slice(1)})`;
  expect(rows.map((row) => row['email_confirmed_at'] as unknown)).toEqual([null, null]);
});

it('a sign-up gets the same answer for a known number, and somebody who typed it first cannot sign in later', async () => {
  const phone = number();
  const signUp = async () => {
    const { data, error } = await api.client().auth.signUp({ phone, password });
    return { error, keys: Object.keys(data.user ?? {}), identities: data.user?.identities };
  };
  const first = await signUp();
  expect(first.error).toBeNull();
  const enter = () => api.client().auth.signInWithPassword({ phone, password });
  expect((await enter()).error?.code).toBe('phone_not_confirmed');
  // In the first seconds the database would take the account for one that was confirmed when it was made.
  await api.database
    .sql`update auth.users set created_at = now() - interval '1 minute' where phone = ${phone.slice(1)}`;
  // The number's owner reads the code. The password of the person who typed the number earlier no longer works.
  expect((await verify(phone, codeTo(phone))).error).toBeNull();
  expect((await enter()).error?.code).toBe('invalid_credentials');
  const texts = textsTo(phone).length;
  expect(await signUp()).toEqual(first);
  expect(textsTo(phone)).toHaveLength(texts);
});

it('the limit counts each number by itself', async () => {
  await api.database.sql`update public.rate_rules set most = 1 where endpoint = 'new_account_mailbox'`;
  expect((await ask(number())).error).toBeNull();
  expect((await ask(number())).error).toBeNull();
  await api.database.sql`update public.rate_rules set most = 100000 where endpoint = 'new_account_mailbox'`;
});

it('a malformed number is refused, and every number if sign-in by phone is off', async () => {
  expect((await ask('12')).error).toBeNull();
  expect((await ask('one two')).error?.code).toBe('validation_failed');
  const apiWithoutTexts = await createApi();
  const { error } = await apiWithoutTexts.client().auth.signInWithOtp({ phone: number() });
  expect(error?.code).toBe('phone_provider_disabled');
  await apiWithoutTexts.stop();
});

it('a family needs an address first, because its confirmations go there', async () => {
  const phone = number();
  await ask(phone);
  const { data } = await verify(phone, codeTo(phone));
  await api.database.sql.begin(async (sql) => {
    const claims = JSON.stringify(decode(data.session?.access_token ?? '').payload);
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    await expect(sql.savepoint((inner) => inner`select private.ensure_family()`)).rejects.toThrow(
      'email_not_verified',
    );
  });
});

it('a new number of an account needs a fresh sign-in', async () => {
  const phone = number();
  await ask(phone);
  const { data } = await verify(phone, codeTo(phone));
  const id = data.user?.id ?? '';
  await api.database
    .sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${id}`;
  await api.database.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 day'
    where session_id in (select id from auth.sessions where user_id = ${id})`;
  await expect(
    api.database.sql`update auth.users set phone = ${number().slice(1)} where id = ${id}`,
  ).rejects.toThrow('sign_in_again');
});

it('two messages to one number need a pause between them, whether or not the number is known', async () => {
  const slow = await createApi({ sms: true });
  const phone = number();
  const requestCode = () => slow.client().auth.signInWithOtp({ phone });
  expect((await requestCode()).error).toBeNull();
  expect((await requestCode()).error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 });
  await slow.stop();
});
