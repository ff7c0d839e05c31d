import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BalanceSummary } from '#features/family/today/BalanceSummary.tsx';
import { child, family } from '../../unit/family/examples.ts';

const summaryOf = (children: typeof family.children) =>
  renderToStaticMarkup(<BalanceSummary family={{ ...family, children }} upcoming={1} />);

test('the summary counts credits only for a family that has a child of its own', () => {
  expect(summaryOf([child('Kai')])).toContain('credits for one child');
  const withoutChildren = summaryOf([]);
  expect(withoutChildren).not.toContain('credits for');
  expect(withoutChildren).toContain('upcoming booking');
});
