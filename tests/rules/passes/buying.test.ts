import { expect, test } from 'vitest';
import { signInPath } from '#config/paths.ts';
import { passButtonData } from '#features/passes/button-data.ts';
import { pass } from '#support/unit/examples.ts';

test('the button of a pass has its offer and its checkout, and a try-out has its own page', () => {
  expect(passButtonData(pass())).toEqual({
    'data-pass': 'pass-term',
    'data-name': 'Term',
    'data-ending': 'Paid once, nothing renews. Unused sessions end after 130 days',
    'data-checkout': '/checkout/term?offer=pass-term&price=69700&child=new',
  });
  expect(passButtonData(pass({ id: 'tryout' }))).toEqual({});
  expect(signInPath('/team-passes')).toBe('/auth?from=%2Fteam-passes');
});
