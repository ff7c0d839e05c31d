import { expect, it } from 'vitest';
import { toLegalPages } from '../../src/content/legal.ts';
import type { LegalPagesQueryResult } from '../../src/content/types.gen.ts';

const page: LegalPagesQueryResult[number] = {
  _id: 'legal-terms',
  page: 'terms-and-conditions',
  title: 'Terms',
  validFrom: '2026-11-21',
  introduction: 'Read me.',
  sections: [{ heading: 'One', text: 'First.\n\nSecond,\nstill second.' }],
  metaDescription: 'Terms.',
};

it('an empty line begins a new paragraph, a single break does not', () => {
  const [shown] = toLegalPages([page], () => undefined);
  expect(shown?.sections).toEqual([
    { id: 'section-1', heading: 'One', paragraphs: ['First.', 'Second,\nstill second.'] },
  ]);
});

it('a page without a date is left out and named', () => {
  const printed: string[] = [];
  const incomplete = { ...page, validFrom: '' };
  expect(toLegalPages([incomplete], (line) => printed.push(line))).toEqual([]);
  expect(printed.join()).toContain('validFrom');
});
