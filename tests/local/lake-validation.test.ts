import type { SanityClient, SanityDocument } from '@sanity/client';
import { expect, test } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { createSchema, validateDocument } from '#studio/validation.ts';
import { schemaTypes } from '#studio/schemaTypes/index.ts';
import { dataset, editor, projectId, testLake, writeToken } from '#support/lake.ts';

/** What an editor would read in the Studio about this document: “level path: message”. */
async function problems(client: SanityClient, document: SanityDocument): Promise<string[]> {
  const { markers } = await validateDocument({ document, schema, client });
  return markers.map(({ level, path, message }) => `${level} ${path.map(String).join('.')}: ${message}`);
}

const schema = createSchema({ name: 'default', types: schemaTypes });

async function seeded(): Promise<SanityClient> {
  const lake = await testLake();
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  return editor(lake);
}

test('every document of the seed passes the rules of the Studio', async () => {
  const client = await seeded();
  const documents = await client.fetch<SanityDocument[]>('*[!(_type match "sanity.*")]');
  expect(documents.length).toBeGreaterThan(100);
  const found = await Promise.all(
    documents.map(async (document) =>
      (await problems(client, document)).map((line) => `${document._id} ${line}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test('a broken document says in words what is wrong, at the field', async () => {
  const client = await seeded();
  const read = async (id: string) => {
    const document = await client.getDocument(id);
    if (!document) throw new Error(`no ${id} in the seed`);
    return document;
  };
  const spark = await read('tier-spark');
  const [first, second] = spark['rungs'] as object[];
  const early = { _key: 'a', hoursBefore: 24, percent: 50 };
  const late = { _key: 'b', hoursBefore: 48, percent: 40 };
  const broken: [id: string, change: Record<string, unknown>, expected: string][] = [
    ['tier-spark', { price: 0 }, 'error price: The price must be more than S$0.'],
    ['tier-spark', { price: undefined }, 'error price: A price is needed.'],
    ['tier-spark', { price: 549 }, 'error rungs: “Second early bird” costs S$549, which is not below'],
    ['tier-spark', { rungs: [second, first] }, 'error rungs: “First early bird” costs S$490 and comes after'],
    [
      'tier-spark',
      { rungs: [{ ...second, places: undefined }] },
      'warning rungs: “Second early bird” has neither',
    ],
    ['tier-spark', { siblingRebate: { amount: 500 } }, 'siblingRebate: The rebate of S$500 is not below'],
    ['tier-spark', { maxAge: 5 }, 'error maxAge: “Oldest child” is a whole number, not below the lowest.'],
    ['tier-spark', { bases: [] }, 'error bases: At least one base offers this camp.'],
    ['tier-spark', { refundRules: [early, late] }, 'error refundRules: “2 days before” stands below'],
    [
      'pass-term',
      { refundRules: [{ ...early, daysAfterPurchase: 7 }] },
      'error refundRules.[object Object].daysAfterPurchase: Either hours before the start or days after purchase',
    ],
    [
      'pass-term',
      { refundRules: [{ _key: 'a', percent: 50 }] },
      'error refundRules.[object Object].daysAfterPurchase: Until when?',
    ],
    [
      'pass-term',
      { refundRules: [{ _key: 'a', daysAfterPurchase: 367, percent: 50 }] },
      'error refundRules.[object Object].daysAfterPurchase: Whole days, from 0 to a year (366).',
    ],
    ['tier-spark', { tier: 'epic' }, 'error tier: Another document is called “epic” already.'],
    [
      'tier-spark',
      { picture: { ...(spark['picture'] as object), alt: '' } },
      'error picture.alt: Say what the picture shows',
    ],
    ['base-bishan', { slug: 'East Coast' }, 'error slug: Small letters only'],
    ['faq-camps-1', { topic: undefined }, 'error topic: Without a topic no page shows it.'],
    ['testimonial-arjun', { highlight: 'a map' }, 'error highlight: The text does not have these words'],
    ['form-birthday-enquiry', { fields: [] }, 'error fields: A form without fields asks nothing.'],
    ['redirect-epic', { from: '/camps' }, 'error from: /camps is the page “Holiday camps” already.'],
    ['redirect-epic', { from: '/tryout' }, 'error from: Another redirect answers /tryout already.'],
    ['redirect-epic', { to: '/tryout' }, 'error to: /tryout is redirected itself'],
    ['popup-exit-intent', { button: { label: 'Go', action: 'link' } }, 'Where does it lead?'],
    [
      'popup-exit-intent',
      { button: { label: 'Go', action: 'link', href: '/kamps' } },
      'error button.href: There is no page /kamps on this site.',
    ],
    ['proofSettings', { viewers: 'simulated' }, 'warning viewers: These numbers are invented.'],
    ['quiz', { results: [] }, 'error results: No result for white, red, black, x, “no team fits”.'],
  ];
  for (const [id, change, expected] of broken) {
    const found = await problems(client, { ...(await read(id)), ...change });
    expect(found, `${id} ${JSON.stringify(change)}`).toContainEqual(expect.stringContaining(expected));
  }
});
