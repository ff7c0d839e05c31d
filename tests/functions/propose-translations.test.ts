/** Only Studio's editors get machine translations, placeholders stay, and nothing is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler } from '#functions/propose-translations/handler.ts';
import { createTranslator } from '#server/translator.ts';
import { createWorld, type World } from '#support/functions.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  world.deps.lake = { ...world.deps.lake, isMember: (token) => Promise.resolve(token === 'editor') };
});
afterAll(() => world.stop());

/**
 * Simulates a provider with DeepL's protocol. It turns letters into Chinese, and leaves elements that it was told to
 * ignore.
 */
const requests: { text: string[] }[] = [];
const double: typeof fetch = (_, init) => {
  const body = JSON.parse(init?.body as string) as { text: string[] };
  requests.push(body);
  const translations = body.text.map((text) => ({
    text: text.includes('lose') ? '丢了' : text.replace(/^[A-Za-z ]+/, '支付'),
  }));
  return Promise.resolve(Response.json({ translations }));
};
const translator = createTranslator({ TRANSLATION_API_KEY: 'key' }, double);

const call = async (token: string, texts: unknown, provider = translator) => {
  const request = new Request('http://functions.test/functions/v1/propose-translations', {
    method: texts === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(texts !== undefined && { body: JSON.stringify({ texts }) }),
  });
  const answer = await handler(request, world.deps, provider);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

test('an editor gets proposals that keep the placeholders, and others are refused', async () => {
  expect(await call('editor', ['Pay {amount} & go', 'You lose {name}'])).toEqual({
    status: 200,
    body: { proposals: ['支付{amount} & go', null] },
  });
  expect(requests[0]?.text[0]).toBe('Pay <x>{amount}</x> &amp; go');
  expect(await call('stranger', ['Pay'])).toMatchObject({ status: 401 });
  expect(
    await call(
      'editor',
      Array.from({ length: 21 }, () => 'Pay'),
    ),
  ).toMatchObject({
    body: { code: 'invalid_input' },
  });
});

test('no proposals are offered without a key', async () => {
  const off = createTranslator({});
  expect(await call('editor', undefined, off)).toEqual({ status: 200, body: { on: false } });
  expect(await call('editor', ['Pay'], off)).toMatchObject({ body: { code: 'not_allowed' } });
  expect(await call('editor', undefined)).toEqual({ status: 200, body: { on: true } });
});
