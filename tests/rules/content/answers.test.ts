/** An answer with styles is shown differently on a page, by the assistant and to search engines. */
import { expect, test } from 'vitest';
import { fillDocument } from '#content/fill/fill.ts';
import { plainText } from '#domain/rich-text.ts';
import type { Facts } from '#content/fill/facts.ts';

const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks });
const block = (children: object[], more: object = {}) => ({
  _type: 'block',
  style: 'normal',
  children,
  markDefs: [],
  ...more,
});
const faq = (answer: object[]) => ({
  _id: 'faq-1',
  _type: 'faq' as const,
  question: 'What do we bring?',
  emoji: '🎒',
  topic: { _type: 'reference', _ref: 'topic' },
  answer,
});
const answerOf = async (...blocks: object[]) => {
  const filled = await fillDocument(faq(blocks), { facts: {} as Facts, report: () => undefined });
  return (filled as unknown as { answer: Parameters<typeof plainText>[0] }).answer;
};

test('bold words, links and lists are drawn, and only their words are read out', async () => {
  const link = { _key: 'l1', _type: 'textLink', href: '/camps' };
  const answer = await answerOf(
    block([span('A hat and '), span('water', 'strong'), span('. See '), span('camps', 'l1')], {
      markDefs: [link],
    }),
    block([span('Shoes')], { listItem: 'bullet' }),
    block([span('Lunch')], { listItem: 'bullet' }),
  );
  expect(answer).toMatchObject([
    {
      kind: 'paragraph',
      spans: [{}, { text: 'water', isStrong: true }, {}, { text: 'camps', href: '/camps' }],
    },
    { kind: 'list', isOrdered: false },
  ]);
  expect(plainText(answer)).toBe('A hat and water. See camps\n\n• Shoes\n• Lunch');
});

test('an address that would run a script does not become a link', async () => {
  const link = { _key: 'l1', _type: 'textLink', href: 'javascript:alert(1)' };
  expect(await answerOf(block([span('here', 'l1')], { markDefs: [link] }))).toMatchObject([
    { spans: [{ text: 'here', href: null }] },
  ]);
});
