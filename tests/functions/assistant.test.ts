/** Runs the assistant's function in Deno without a network, with a simulated model provider and a simulated site. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usualModel } from '#server/model.ts';
import { tokenLimits, systemOf } from '#functions/assistant/compose.ts';
import { type FunctionsStack, startFunctionsStack } from '#support/functions-stack.ts';
import { startModelDouble } from '#support/model-double.ts';
import { answerMoves } from '#support/scripted-model.ts';
import * as camps from '#support/sql-camps.ts';
import { createServiceDouble } from '#support/service-double.ts';

const key = 'sk-ant-double';
let stack: FunctionsStack;
let provider: Awaited<ReturnType<typeof startModelDouble>>;
let site: Awaited<ReturnType<typeof createServiceDouble>>;
beforeAll(async () => {
  [provider, site] = await Promise.all([startModelDouble({ apiKey: key }), createServiceDouble()]);
  site.answer.body = published;
  stack = await startFunctionsStack({
    SITE_URL: `http://${site.host}`,
    ASSISTANT_API_URL: provider.url,
    ASSISTANT_API_KEY: key,
  });
  await stack.database.sql`update public.settings set address_header = 'x-real-ip'`;
  await camps.publish(stack.database, camps.tierOffer('spark'));
  await camps.makeCamp(stack.database, { capacity: 20 });
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await Promise.all([provider.stop(), site.stop()]);
});
beforeEach(async () => {
  await stack.database.sql`truncate assistant_spend, assistant_claims, rate_limits`;
  await stack.database.sql`update settings set assistant_day_us_cents = 500, assistant_visitor_us_cents = 25`;
  for (const list of [provider.calls, provider.requests, stack.logLines]) list.splice(0);
  Object.assign(provider.double, {
    delayMs: 0,
    script: () => answerMoves('Lunch is included every day.', ['lunch']),
  });
});

const passage = (id: string, kind: string, title: string, text: string) => ({
  id,
  kind,
  topic: 'camps',
  title,
  text,
  href: `/camps#${id}`,
  where: 'Holiday camps · Questions',
});
const published = {
  words: { heading: '', opening: '', disclosure: '', placeholder: '', nothing: '', person: '' },
  suggestions: [],
  whatsapp: '',
  places: [],
  index: {},
  model: true,
  voice: 'Like a coach at the gate.',
  passages: [
    passage('lunch', 'faq', 'Is lunch included?', 'Lunch is included every day, with water and fruit.'),
    passage('jobs', 'written', 'Are you hiring?', 'Marketing wrote this, word for word.'),
  ],
};

async function ask(question: string, { passages = ['lunch'], parts = [] as string[], more = {} } = {}) {
  const response = await fetch(`${stack.api.url}/functions/v1/assistant`, {
    method: 'POST',
    headers: {
      apikey: 'sb_publishable_test',
      'content-type': 'application/json',
      'x-real-ip': '203.0.113.7',
      cookie: 'secret-cookie=1',
      'user-agent': 'Secret Browser',
      ...more,
    },
    body: JSON.stringify({ question, passages, parts }),
  });
  return { status: response.status, body: (await response.json()) as { answer: unknown; code?: string } };
}
const answerTo = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body.answer;
const spent = async () => {
  const [row] = await stack.database.sql<{ millionths: string }[]>`
    select millionths from assistant_spend where caller = 'all'`;
  return Number(row?.millionths ?? 0);
};

test('the function says whether there is a model', async () => {
  const response = await fetch(`${stack.api.url}/functions/v1/assistant`, {
    headers: { apikey: 'sb_publishable_test' },
  });
  expect(await response.json()).toEqual({ on: true });
});

test('an answer comes from a published passage, and the provider gets the question and nothing about the visitor', async () => {
  expect(await answerTo('is lunch included')).toEqual({
    text: 'Lunch is included every day.',
    passages: ['lunch'],
  });
  expect(provider.calls).toMatchObject([{ model: usualModel, system: systemOf(published.voice) }]);
  const wire = provider.requests.join();
  expect(wire).toContain('is lunch included');
  expect(wire).not.toMatch(/203\.0\.113|secret-cookie|Secret Browser|sb_publishable|x-real-ip/);
  // The real cost is stored, not the reserved maximum.
  const cost = await spent();
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan(300_000);
  expect(await stack.database.sql`select * from assistant_claims`).toHaveLength(0);
  // Question and answer are neither stored nor logged.
  expect(stack.logLines.join('\n')).not.toContain('lunch');
});

test('a price is always the current one, whether we read it before the model is called or the model asks for it', async () => {
  const [camp] = await stack.database.sql<
    { cents: number }[]
  >`select price_cents as cents from camps limit 1`;
  const price = `S$${(camp?.cents ?? 0) / 100}`;
  provider.double.script = () => answerMoves(`The camp costs ${price} today.`, []);
  expect(await answerTo('lunch and camp price', { parts: ['camps'] })).toEqual({
    text: `The camp costs ${price} today.`,
    passages: [],
  });
  expect(JSON.stringify(provider.calls[0]?.messages)).toContain(`${price} today`);
  provider.calls.splice(0);
  provider.double.script = ({ messages }) =>
    messages.length === 1
      ? [{ name: 'current_offers', input: { part: 'camps' } }]
      : answerMoves(`It costs ${price} today.`, ['lunch']);
  expect(await answerTo('lunch and camp price')).toMatchObject({ text: `It costs ${price} today.` });
  expect(provider.calls).toHaveLength(2);
  provider.double.script = () => answerMoves('The camp costs S$1 today.', ['lunch']);
  expect(await answerTo('lunch and camp price', { parts: ['camps'] })).toBeNull();
});

describe('the function does not call a model', () => {
  test.each([
    ['a child’s health', 'my daughter has asthma, is lunch safe'],
    ['an illness beside a name', 'lina tan peanut allergy lunch'],
    ['an illness without a person', 'lunch and nut allergies'],
    ['somebody who is hurt', 'my son is bleeding after lunch'],
    ['other people', 'which coach is ethan tan in lunch, is ethan tan in camp'],
    ['the visitor’s booking', 'my payment failed but i was charged twice for lunch'],
    ['a telephone number', 'lunch? call 9123 4567'],
    ['an e-mail address', 'lunch? mei@example.com'],
    ['an identity number', 'lunch for S1234567D'],
    ['a child with a birthday', 'my son Ethan born 3 May 2018, lunch?'],
    ['text that the browser removed', 'lunch for [hidden]'],
    ['a name in Chinese', '我儿子叫陈伟明 lunch included'],
    ['an illness in Chinese', '孩子 过 敏 lunch included'],
    ['something outside the programme', 'what is the weather in tokyo'],
  ])('for a question with %s', async (_, question) => {
    expect(await answerTo(question)).toBeNull();
    expect(provider.requests).toEqual([]);
  });

  test('for passages that were not published, or that are advertising text word for word', async () => {
    expect(await answerTo('is lunch included', { passages: ['made-up'] })).toBeNull();
    expect(await answerTo('are you hiring', { passages: ['jobs'] })).toBeNull();
    expect(provider.requests).toEqual([]);
  });

  test('beyond the budget of a visitor or of the day, however many ask at once', async () => {
    await stack.database.sql`update settings set assistant_visitor_us_cents = 1`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerTo('is lunch included')));
    // Each call reserves a third of a cent until its cost is known.
    expect(answers.filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(await spent()).toBeLessThanOrEqual(1_000_000);
    await stack.database.sql`update settings set assistant_day_us_cents = 0`;
    provider.calls.splice(0);
    expect(await answerTo('is lunch included', { more: { 'x-real-ip': '203.0.113.9' } })).toBeNull();
    expect(provider.calls).toEqual([]);
  });

  test('if the model’s price is unknown', async () => {
    const { sql } = stack.database;
    await sql`delete from assistant_claims`;
    const prices = await sql`delete from assistant_prices returning model, input_us_cents, output_us_cents`;
    try {
      expect(await answerTo('is lunch included')).toBeNull();
      expect(provider.calls).toEqual([]);
      expect(stack.logLines.join('\n')).toContain('"refused":"price"');
    } finally {
      await sql`insert into assistant_prices ${sql(prices)}`;
    }
  });
});

describe('the search answers instead of the model', () => {
  test('if the provider is slow, and then the function does not wait and the reservation stays', async () => {
    provider.double.delayMs = 5000;
    const began = Date.now();
    expect(await answerTo('is lunch included')).toBeNull();
    expect(Date.now() - began).toBeLessThan(2500);
    const [price] = await stack.database.sql<{ read: number; written: number }[]>`
      select input_us_cents as read, output_us_cents as written from assistant_prices where model = ${usualModel}`;
    expect(await spent()).toBe(
      tokenLimits.input * (price?.read ?? 0) + tokenLimits.output * (price?.written ?? 0),
    );
  });

  test.each([401, 429, 500, 529])(
    'if the provider answers %i, and then it was called once',
    async (status) => {
      provider.double.script = () => status;
      expect(await answerTo('is lunch included')).toBeNull();
      expect(provider.calls).toHaveLength(1);
      // The cost is unknown, so the reserved amount counts.
      expect(await spent()).toBeGreaterThan(0);
      expect(stack.logLines.join('\n')).not.toContain('lunch');
    },
  );

  test('if the model wrote what is not in its passages, and the cost is counted all the same', async () => {
    provider.double.script = () => answerMoves('Lunch costs S$12.', ['lunch']);
    expect(await answerTo('is lunch included')).toBeNull();
    expect(await spent()).toBeGreaterThan(0);
    expect(stack.logLines.join('\n')).toContain('"dropped":"number"');
  });
});

test('an assistant that is switched off in the Studio answers nothing, calls no model and spends nothing', async () => {
  // A function reads the content again only after a minute, so this test starts one with another site.
  const off = await createServiceDouble();
  off.answer.body = null;
  const other = await startFunctionsStack({
    SITE_URL: `http://${off.host}`,
    ASSISTANT_API_URL: provider.url,
    ASSISTANT_API_KEY: key,
  });
  try {
    const send = async () => {
      const response = await fetch(`${other.api.url}/functions/v1/assistant`, {
        method: 'POST',
        headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'is lunch included', passages: ['lunch'], parts: ['camps'] }),
      });
      return [response.status, (await response.json()) as unknown];
    };
    expect(await send()).toEqual([200, { answer: null }]);
    expect(provider.requests).toEqual([]);
    expect(await other.database.sql`select * from assistant_spend`).toEqual([]);
  } finally {
    await other.stop();
    await off.stop();
  }
});

test.each([
  ['no question', { question: '', passages: [], parts: [] }],
  ['a long question', { question: 'x'.repeat(201), passages: [], parts: [] }],
  ['another part of the offers', { question: 'lunch', passages: [], parts: ['children'] }],
  ['many passages', { question: 'lunch', passages: Array(7).fill('lunch'), parts: [] }],
])('a request with %s is refused', async (_, body) => {
  const response = await fetch(`${stack.api.url}/functions/v1/assistant`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_test' },
    body: JSON.stringify(body),
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    400,
    'invalid_input',
  ]);
});
