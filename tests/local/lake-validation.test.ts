import type { SanityClient, SanityDocument } from '@sanity/client';
import { expect, test } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { createSchema, validateDocument } from '#studio/validation.ts';
import { otherVersionRemark, scheduledPricesProblem } from '#studio/schemaTypes/rules/scheduled-prices.ts';
import { schemaTypes } from '#studio/schemaTypes/index.ts';
import { dataset, editorClient, projectId, startTestLake, writeToken } from '#support/lake.ts';

/** Returns the messages that an editor would read in Studio about this document: “level path: message”. */
async function problems(client: SanityClient, document: SanityDocument): Promise<string[]> {
  const { markers } = await validateDocument({ document, schema, client });
  return markers.map(({ level, path, message }) => `${level} ${path.map(String).join('.')}: ${message}`);
}

const schema = createSchema({ name: 'default', types: schemaTypes });

async function seedLake(): Promise<SanityClient> {
  const lake = await startTestLake();
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  return editorClient(lake);
}

test('every document of the seed passes the rules of the Studio', async () => {
  const client = await seedLake();
  const documents = await client.fetch<SanityDocument[]>('*[!(_type match "sanity.*")]');
  expect(documents.length).toBeGreaterThan(100);
  const found = await Promise.all(
    documents.map(async (document) =>
      (await problems(client, document)).map((line) => `${document._id} ${line}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test('each problem of an invalid document is described at its field', async () => {
  const client = await seedLake();
  const read = async (id: string) => {
    const document = await client.getDocument(id);
    if (!document) throw new Error(`no ${id} in the seed`);
    return document;
  };
  const spark = await read('tier-spark');
  const [first, second] = spark['rungs'] as object[];
  const dayBefore = { _key: 'a', hoursBefore: 24, percent: 50 };
  const twoDaysBefore = { _key: 'b', hoursBefore: 48, percent: 40 };
  const broken: [id: string, change: Record<string, unknown>, expected: string][] = [
    ['tier-spark', { price: 0 }, 'error price: The price must be more than S$0.'],
    ['tier-spark', { price: undefined }, 'error price: Enter a price.'],
    ['tier-spark', { price: 549 }, 'error price: “Second early bird” costs S$549, which is not below'],
    ['tier-spark', { rungs: [second, first] }, 'error rungs: “First early bird” costs S$490 and comes after'],
    [
      'tier-spark',
      { rungs: [{ ...second, places: undefined }] },
      'warning rungs: “Second early bird” has neither',
    ],
    ['tier-spark', { siblingRebate: { amount: 500 } }, 'siblingRebate: The rebate of S$500 is not below'],
    [
      'tier-spark',
      { maxAge: 5 },
      'error maxAge: “Maximum age” must be a whole number, and not below the minimum.',
    ],
    ['tier-spark', { bases: [] }, 'error bases: Choose at least one base.'],
    [
      'tier-spark',
      { refundRules: [dayBefore, twoDaysBefore] },
      'error refundRules: “2 days before” comes after',
    ],
    [
      'pass-term',
      { refundRules: [{ ...dayBefore, daysAfterPurchase: 7 }] },
      'error refundRules.[object Object].daysAfterPurchase: Use either hours before the start or days after purchase',
    ],
    [
      'pass-term',
      { refundRules: [{ _key: 'a', percent: 50 }] },
      'error refundRules.[object Object].daysAfterPurchase: Fill in the hours before the start or the days after purchase.',
    ],
    [
      'pass-term',
      { refundRules: [{ _key: 'a', daysAfterPurchase: 367, percent: 50 }] },
      'error refundRules.[object Object].daysAfterPurchase: Enter whole days, from 0 to 366 (one year).',
    ],
    ['tier-spark', { tier: 'epic' }, 'error tier: Another document is already called “epic”.'],
    [
      'tier-spark',
      { picture: { ...(spark['picture'] as object), alt: '' } },
      'error picture.alt: Say what the picture shows',
    ],
    ['base-bishan', { slug: 'East Coast' }, 'error slug: Use small letters only'],
    [
      'faq-camps-1',
      { topic: undefined },
      'error topic: Choose a topic: without one, no page shows this question.',
    ],
    ['testimonial-arjun', { highlight: 'a map' }, 'error highlight: The text does not have these words'],
    ['form-birthday-enquiry', { fields: [] }, 'error fields: Add at least one question.'],
    ['redirect-epic', { from: '/camps' }, 'error from: /camps is already the page “Holiday camps”.'],
    ['redirect-epic', { from: '/tryout' }, 'error from: Another redirect already uses /tryout.'],
    ['redirect-epic', { from: '/first-camp' }, 'error from: /first-camp is a page made of blocks.'],
    ['page-first-camp', { address: '/camps' }, 'error address: /camps is already the page “Holiday camps”.'],
    [
      'page-first-camp',
      { address: '/epic' },
      'error address: A redirect already leads visitors of /epic elsewhere.',
    ],
    [
      'page-first-camp',
      {
        blocks: [
          { _key: 'a', _type: 'noticeBlock', text: 'Hi' },
          { _key: 'b', _type: 'heroBlock', heading: 'A' },
        ],
      },
      'error blocks: “First screen” must be the first block.',
    ],
    [
      'page-first-camp',
      { blocks: [{ _key: 'a', _type: 'formBlock', heading: 'Ask', form: { _ref: 'form-birthday-rsvp' } }] },
      'form: A form on a page must ask for the parent’s name and, as a required question, for their e-mail',
    ],
    ['redirect-epic', { to: '/tryout' }, 'error to: /tryout is a redirect too'],
    ['popup-exit-intent', { button: { label: 'Go', action: 'link' } }, 'Enter an address.'],
    [
      'popup-exit-intent',
      { button: { label: 'Go', action: 'link', href: '/kamps' } },
      'error button.href: There is no page /kamps on this site.',
    ],
    ['popup-exit-intent', { _type: 'campaignPopup' }, 'showing: Enter when the campaign ends.'],
    [
      'popup-exit-intent',
      { _type: 'campaignPopup', button: { label: 'Send', action: 'submit' } },
      'button: A campaign popup’s button opens a page',
    ],
    [
      'faq-camps-1',
      { answer: [{ _key: 'a', _type: 'block', children: [{ _type: 'span', text: 'Ask {coach}.' }] }] },
      'error answer: This page can’t fill in {coach}.',
    ],
    ['proofSettings', { viewers: 'simulated' }, 'warning viewers: These numbers are invented.'],
    ['quiz', { results: [] }, 'error results: Add a result for white, red, black, x, “no team fits”.'],
  ];
  for (const [id, change, expected] of broken) {
    const found = await problems(client, { ...(await read(id)), ...change });
    expect(found, `${id} ${JSON.stringify(change)}`).toContainEqual(expect.stringContaining(expected));
  }
});

test('a version in a release must have the published prices, and the published document warns of one that has not', async () => {
  const client = await seedLake();
  const term = await client.getDocument('pass-term');
  if (!term) throw new Error('no pass-term in the seed');
  const version = { ...term, _id: 'versions.summer.pass-term' };
  expect(await problems(client, { ...version, name: 'Summer' })).toEqual([]);
  for (const change of [
    { price: 1 },
    { plannedPrices: [{ _key: 'a', _type: 'plannedPrice', from: '2099-01-01T00:00:00Z', price: 900 }] },
  ]) {
    const found = await problems(client, { ...version, ...change });
    expect(found).toContain(`error plannedPrices: ${scheduledPricesProblem}`);
  }
  await client.createOrReplace({ ...version, price: 1 });
  const warning = `warning plannedPrices: ${otherVersionRemark}`;
  expect(await problems(client, term)).toEqual([warning]);
  expect(await problems(client, { ...term, _id: 'drafts.pass-term', price: 2 })).toContain(warning);
  await client.createOrReplace(version);
  expect(await problems(client, term)).toEqual([]);
});
