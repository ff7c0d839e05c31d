import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withWording } from '#build/wording/replace.ts';
import { sentencesIn } from '#build/wording/sentences.ts';
import { translatedSentences } from '#contract/wording.ts';

const sentences = [
  { key: 'a:pay', text: 'Pay {amount}' },
  { key: 'a:rest', text: ' the rest' },
  { key: 'b:pay', text: 'Pay {amount}' },
];
const makePair = (was: string, text: string, key = 'x') => ({ key, was, text });

test('a sentence is translated wherever it is used, and keeps its spaces', () => {
  const texts = translatedSentences(
    [makePair('Pay {amount}', '支付 {amount}'), makePair('the rest', '余款')],
    sentences,
    new Map(),
  );
  expect([...texts]).toEqual([
    ['a:pay', '支付 {amount}'],
    ['a:rest', ' 余款'],
    ['b:pay', '支付 {amount}'],
  ]);
});

test('a translation that lost a placeholder, or whose English sentence has changed, is not shown', () => {
  expect(translatedSentences([makePair('Pay {amount}', '支付')], sentences, new Map()).size).toBe(0);
  const changed = new Map([['a:pay', 'Pay {amount} now']]);
  const old = makePair('Pay {amount}', '支付 {amount}');
  expect([...translatedSentences([old], sentences, changed).keys()]).toEqual(['b:pay']);
  const current = makePair('Pay {amount} now', '现在支付 {amount}', 'a:pay');
  expect(translatedSentences([old, current], sentences, changed).get('a:pay')).toBe('现在支付 {amount}');
});

const page = `---
const a = 'Not a text';
---

<nav aria-label="Main">
  {isOpen ? (
    <b>Open now</b>
  ) : isLate ? (
    <b>Later {formatTime(startsAt)}</b>
  ) : null}
  <a href="/" data-text="code">
    Sign in
  </a>
</nav>
<script>const b = '<i>No text</i>';</script>
`;

test('the texts of a page are sentences, and their code is not', () => {
  const found = sentencesIn('src/features/demo/Page.astro', page);
  expect(found.map(({ text }) => text)).toEqual(['Main', 'Open now', 'Later {starts at}', 'Sign in']);
  const texts = new Map(
    found.map(({ key, values }, index) => [key, `文${index}${values.length > 0 ? '{starts at}' : ''}`]),
  );
  const result = withWording(page, found, texts);
  expect(result).toContain('<nav aria-label={`文0`}>');
  expect(result).toContain('<b>{`文1`}</b>');
  expect(result).toContain('<b>{`文2${formatTime(startsAt)}`}</b>');
  expect(result).toContain('    {`文3`}\n');
});

test('no text of a component that families read looks like code', () => {
  for (const file of ['features/navigation/Footer', 'features/forms/FormField', 'features/home/EarlyBird'])
    for (const { text } of sentencesIn(`src/${file}.astro`, readFileSync(`src/${file}.astro`, 'utf8')))
      expect(text.replaceAll(/\{[\w ]+\}/g, '')).not.toMatch(/[(){}=<>;]|&&|\|\|/);
});
