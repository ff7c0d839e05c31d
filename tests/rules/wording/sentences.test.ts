import { describe, expect, test } from 'vitest';
import { withWording } from '#build/wording/replace.ts';
import { sentencesIn } from '#build/wording/sentences.ts';
import { wordingProblem } from '#contract/wording.ts';

const file = 'src/features/demo/messages.ts';
const code = `
import { plural } from '#contract/plural.ts';
export const messages = {
  title: 'May we?',
  pay: (cents: number) => \`Pay \${formatMoney(cents)}\`,
  enrolled: (names: string, count: number) => \`\${names} \${count === 1 ? 'is' : 'are'} in.\`,
  orders: (count: number) => \`\${plural(count, 'booking is', 'bookings are')} here.\`,
  long: 'One half, ' + 'the other half.',
  purposes: [{ purpose: 'analytics', label: 'Statistics' }],
  two: (a: Date, b: Date) => \`From \${format(a.day)} to \${format(b.day)}\`,
} as const;
export function spots(left: number, kind: string): string {
  if (kind === 'camp') return 'A camp';
  switch (kind) {
    case 'few':
      return \`\${left} left\`;
    default:
      return 'Full';
  }
}
`;
const sentences = sentencesIn(file, code);
const textOf = (key: string) => sentences.find((one) => one.key === `features/demo/messages:${key}`)?.text;

describe('sentencesIn', () => {
  test.each([
    ['messages/title', 'May we?'],
    ['messages/pay', 'Pay {amount}'],
    ['messages/enrolled', '{names} {is/are} in.'],
    ['messages/enrolled~2', 'is'],
    ['messages/orders', '{bookings are} here.'],
    ['messages/long', 'One half, the other half.'],
    ['messages/purposes/label', 'Statistics'],
    ['messages/two', 'From {day} to {day 2}'],
    ['spots', 'A camp'],
    ['spots/few', '{left} left'],
  ])('gives %s the text “%s”', (key, text) => expect(textOf(key)).toBe(text));

  test('leaves out codes, and names the sentence that a word belongs to', () => {
    expect(sentences.map(({ text }) => text)).not.toContain('analytics');
    expect(sentences.map(({ text }) => text)).not.toContain('camp');
    expect(sentences.find(({ text }) => text === 'are')?.within).toBe('{names} {is/are} in.');
  });
});

describe('the source of a component', () => {
  const component = `
export const Box = ({ name }: { name: string }) => (
  <div className="box wide">
    <Field hint="Optional" type="text" />
    <b>{name}</b> Remove
    {name === 'x' ? 'y' : null}
    <p>
      Two
      lines.
    </p>
  </div>
);
`;
  const found = sentencesIn('src/features/demo/Box.tsx', component);

  test('has the sentences between its tags and of its attributes', () =>
    expect(found.map(({ text }) => text)).toEqual(['Optional', 'Remove', 'Two lines.']));

  test('keeps the space before a changed sentence', () => {
    const texts = new Map(found.map(({ key, text }) => [key, text.toUpperCase()]));
    const changed = withWording(component, found, texts);
    expect(changed).toContain('hint={`OPTIONAL`}');
    expect(changed).toContain('<b>{name}</b> {`REMOVE`}\n');
    expect(changed).toContain('{`TWO LINES.`}');
  });
});

describe('withWording', () => {
  const changeText = (key: string, text: string) =>
    withWording(code, sentences, new Map([[`features/demo/messages:${key}`, text]]));

  test.each([
    ['messages/title', 'Shall `we` ${now} \\o/?', 'title: `Shall \\`we\\` \\${now} \\\\o/?`'],
    ['messages/title', '</script>', 'title: `\\x3c/script>`'],
    ['messages/pay', '{amount}, please', '=> `${formatMoney(cents)}, please`'],
    ['messages/enrolled', '{names}: booked', '=> `${names}: booked`'],
    ['messages/enrolled~3', 'all are', "? 'is' : `all are`} in.`"],
    ['messages/long', 'Both.', 'long: `Both.`,'],
    ['messages/two', 'Until {day 2} from {day}', '`Until ${format(b.day)} from ${format(a.day)}`'],
  ])('changes %s to “%s”', (key, text, expected) => expect(changeText(key, text)).toContain(expected));

  test('changes a sentence and a word inside its value together', () => {
    const texts = new Map([
      ['features/demo/messages:messages/enrolled', 'So {is/are} {names}.'],
      ['features/demo/messages:messages/enrolled~2', 'comes'],
    ]);
    expect(withWording(code, sentences, texts)).toContain("`So ${count === 1 ? `comes` : 'are'} ${names}.`");
  });

  test('changes nothing without texts, and keeps the lines', () => {
    expect(withWording(code, sentences, new Map())).toBe(code);
    expect(changeText('messages/long', 'Both.').split('\n')).toHaveLength(code.split('\n').length);
  });
});

test('a choice of words that contains an amount must be kept, and another may be left out', () => {
  const [cancelled, held] = sentencesIn(
    file,
    `export const messages = {
      cancelled: (of: string, cents: number) =>
        \`Cancelled: \${of}.\${cents > 0 ? \` \${formatMoney(cents)} will be refunded.\` : ''}\`,
      held: (one: boolean) => \`We hold \${one ? 'it' : 'them'} for you.\`,
    };`,
  ).filter(({ within }) => within === undefined);
  expect(wordingProblem(cancelled?.text ?? '', 'Cancelled: {of}.')).toEqual({
    code: 'missing_placeholder',
    name: 'amount will be refunded.',
  });
  expect(wordingProblem(held?.text ?? '', 'Held for you.')).toBeNull();
});
