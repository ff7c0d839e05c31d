import { brand } from '#contract/brand.ts';
import { expect, it } from 'vitest';
import { toLegalPages } from '#content/legal.ts';
import type { LegalPagesQueryResult } from '#content/types.gen.ts';

type Document = LegalPagesQueryResult[number];

const terms: Document = {
  _id: 'legal-terms',
  _updatedAt: '2026-11-30T17:00:00Z',
  page: 'terms-and-conditions',
  title: 'Terms',
  validFrom: '2026-11-21',
  introduction: 'Read me, says {product}.',
  sections: [{ heading: 'One', text: 'First.\n\nSecond,\nstill second.\n', items: ['A {product} list'] }],
  metaDescription: 'Terms.',
};
const privacy: Document = { ...terms, _id: 'legal-privacy', page: 'privacy-policy' };
const service: Document = { ...terms, _id: 'legal-service', page: 'terms-of-service' };

/** Returns a page from content that has gaps, which the generated types do not allow. */
function legalPageWith(gaps: object) {
  const lines: string[] = [];
  const documents = [{ ...terms, ...gaps }, privacy, service];
  const [page] = toLegalPages(documents, (line) => lines.push(line));
  return { page, lines };
}

it('a text starts a new paragraph at an empty line, not at a single line break', () => {
  expect(legalPageWith({}).page?.sections).toEqual([
    {
      id: 'section-1',
      heading: 'One',
      paragraphs: ['First.', 'Second,\nstill second.'],
      items: [`A ${brand.product} list`],
    },
  ]);
});

it('a legal page contains the product’s name, and the day of the last change in Singapore', () => {
  expect(legalPageWith({})).toMatchObject({
    page: {
      introduction: `Read me, says ${brand.product}.`,
      validFrom: '2026-11-21',
      changedOn: '2026-12-01',
    },
    lines: [],
  });
});

it('a legal page is shown without missing fields, and a line names them', () => {
  const { page, lines } = legalPageWith({
    title: ' ',
    validFrom: null,
    introduction: null,
    metaDescription: null,
  });
  expect(page).toMatchObject({
    title: 'Terms and conditions',
    validFrom: '',
    introduction: '',
    description: '',
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /\(legal-terms\) lacks title, validFrom, introduction, metaDescription; the page is built without/,
    ),
  ]);
});

it.each([{ heading: null, text: 'Text.' }, { heading: 'Heading' }])(
  'an incomplete section is left out, and the others stay: %o',
  (section) => {
    const { page, lines } = legalPageWith({
      sections: [section, { heading: 'Two', text: 'Whole.', items: null }],
    });
    expect(page?.sections).toEqual([{ id: 'section-1', heading: 'Two', paragraphs: ['Whole.'], items: [] }]);
    expect(lines).toEqual([
      expect.stringContaining('heading or text of a section; that section is left out'),
    ]);
  },
);

it('an unpublished page still has its address, because the checkout links to it', () => {
  const lines: string[] = [];
  const pages = toLegalPages([privacy, service], (line) => lines.push(line));
  expect(pages.map(({ page }) => page)).toEqual([
    'terms-and-conditions',
    'privacy-policy',
    'terms-of-service',
  ]);
  expect(pages[0]).toMatchObject({
    title: 'Terms and conditions',
    sections: [],
    validFrom: '',
    changedOn: '',
  });
  expect(lines).toEqual([expect.stringMatching(/\(legal-terms\) lacks everything: it is not published/)]);
});
