import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

let accountCount = 0;
/** Returns a session that was renewed this many times, with its refresh tokens, oldest first. */
async function renewSession(times: number) {
  const { data } = await api
    .client()
    .auth.signUp({ email: `refresh${++accountCount}@example.test`, password });
  const tokens = [data.session?.refresh_token ?? ''];
  for (let n = 0; n < times; n++) tokens.push((await use(tokens.at(-1) ?? '')).token ?? 'none');
  return { tokens, userId: data.user?.id ?? '' };
}
async function use(refresh_token: string) {
  const { data, error } = await api.client().auth.refreshSession({ refresh_token });
  return { token: data.session?.refresh_token, code: error?.code, status: error?.status };
}
/** Makes the tokens so old that no client can still be waiting for the answer to a renewal. */
const makeTokensOlder = (userId: string) =>
  api.database
    .sql`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where user_id = ${userId}`;
const over = { token: undefined, code: 'refresh_token_already_used', status: 400 };

describe('a refresh token that was used before', () => {
  it('ends the whole session after its interval, so that a thief and the owner both have to sign in again', async () => {
    const { tokens, userId } = await renewSession(3);
    await makeTokensOlder(userId);
    expect(await use(tokens[0] ?? '')).toEqual(over);
    for (const token of tokens) expect.soft(await use(token)).toEqual(over);
  });

  it('ends no other session of the account', async () => {
    const { tokens, userId } = await renewSession(2);
    const email = `refresh${accountCount}@example.test`;
    const other = await api.client().auth.signInWithPassword({ email, password });
    await makeTokensOlder(userId);
    expect(await use(tokens[0] ?? '')).toEqual(over);
    expect((await use(other.data.session?.refresh_token ?? '')).code).toBeUndefined();
  });

  it('returns the token that replaced it while that one is unused, because the response may have been lost', async () => {
    const { tokens, userId } = await renewSession(2);
    await makeTokensOlder(userId);
    expect((await use(tokens[1] ?? '')).token).toBe(tokens[2]);
  });

  it('used many times at the same moment, returns one working token', async () => {
    const { tokens } = await renewSession(0);
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(tokens[0] ?? '')));
    const [one, ...others] = new Set(answers.map(({ token }) => token));
    expect(others).toEqual([]);
    expect((await use(one ?? '')).code).toBeUndefined();
  });
});
