import { describe, expect, test } from 'vitest';
import { limitOf, findUsableChanges, wordingProblem } from '#contract/wording.ts';

describe('wordingProblem', () => {
  const sentence = '{names} {is/are} in until {moment}.';
  test.each([
    ['Until {moment}: {names} {is/are} in.', null],
    ['Until {moment}: {names}.', null],
    ['  ', { code: 'empty' }],
    ['{names} {is/are} in.', { code: 'missing_placeholder', name: 'moment' }],
    ['{name} until {moment}', { code: 'unknown_placeholder', name: 'name' }],
    ['{names} {was/were} in until {moment}', { code: 'unknown_placeholder', name: 'was/were' }],
    ['{names} until {moment} }', { code: 'stray_brace' }],
    ['{names} {} until {moment}', { code: 'stray_brace' }],
    ['{names}\nuntil {moment}', { code: 'line_break' }],
    ['{names}\u0092 until {moment}', { code: 'line_break' }],
    [`{names} until {moment} ${'x'.repeat(80)}`, { code: 'too_long', limit: limitOf(sentence) }],
  ])('checks the text “%s”', (text, problem) => expect(wordingProblem(sentence, text)).toEqual(problem));

  test('allows little room in a button', () => {
    expect(wordingProblem('Pay {amount}', 'Pay {amount} now, please')).toBeNull();
    expect(wordingProblem('Pay {amount}', 'Pay {amount} now, and be quick, please')).toMatchObject({
      code: 'too_long',
    });
  });
});

describe('usable', () => {
  const sentences = [
    { key: 'a:title', text: 'Welcome back.' },
    { key: 'a:pay', text: 'Pay {amount}' },
    { key: 'a:part', text: ' and {count} more' },
  ];
  test.each([
    ['its key', { key: 'a:title', was: 'Welcome back.', text: 'Hello.' }, ['a:title', 'Hello.']],
    [
      'its text, if the key was renamed',
      { key: 'old', was: 'Pay {amount}', text: 'Send {amount}' },
      ['a:pay', 'Send {amount}'],
    ],
    ['its key, if ours was edited', { key: 'a:title', was: 'Hi.', text: 'Hello.' }, ['a:title', 'Hello.']],
    [
      'the spaces of a part',
      { key: 'a:part', was: ' and {count} more', text: 'plus {count}' },
      ['a:part', ' plus {count}'],
    ],
  ])('finds a sentence by %s', (_, change, expected) =>
    expect([...findUsableChanges([change], sentences).texts]).toEqual([expected]),
  );

  test('ignores a change that does not fit, and gives the reason', () => {
    const changes = [
      { key: 'a:pay', was: 'Pay {amount}', text: 'Pay' },
      { key: 'gone', was: 'Gone.', text: 'Still here.' },
    ];
    expect(findUsableChanges(changes, sentences)).toEqual({
      texts: new Map(),
      ignored: [
        { key: 'a:pay', reason: 'missing_placeholder' },
        { key: 'gone', reason: 'not_found' },
      ],
    });
  });
});
