import { describe, expect, it, test } from 'vitest';
import { leadFormProblem, pageWeightRemarks, weighPage } from '#config/page-blocks.ts';
import { toCopy } from '#studio/copied-pages.ts';
import { blocksProblem } from '#studio/schemaTypes/rules/blocks.ts';
import { copiedAddress, pageAddressProblem } from '#studio/schemaTypes/rules/page-address.ts';
import { altRemark, replacementProblem, sizeRemark } from '#studio/schemaTypes/rules/picture.ts';

const taken = { pages: ['/first-camp'], redirects: ['/tryout'] };

describe('the address of a page', () => {
  test.each(['/june-holidays', '/2027/june-holidays', '/{product}-days'])('may be %s', (address) => {
    expect(pageAddressProblem(address, taken)).toBeNull();
  });

  test.each([
    ['/camps', 'is already the page “Holiday camps”'],
    ['/Camps', 'is already the page'],
    ['/camps/june', 'belong to the site itself'],
    ['/og', 'belong to the site itself'],
    ['/fragments/x', 'belong to the site itself'],
    ['/family-base/news', 'belong to the site itself'],
    ['/management/x', 'belong to the site itself'],
    ['/index', 'belong to the site itself'],
    ['/Index', 'Use small letters'],
    ['/index/', 'Start the address with /'],
    ['/june/index', 'belong to the site itself'],
    ['/404', 'is already the page'],
    ['/june/404', 'belong to the site itself'],
    ['/%69ndex', 'Start the address with /'],
    ['/first-camp', 'Another page already has /first-camp'],
    ['/tryout', 'A redirect already leads'],
    ['/June', 'Use small letters'],
    ['/june--days', 'Use small letters'],
    ['/a/b/c', 'Use small letters'],
    ['/june.html', 'Use small letters'],
    ['june', 'Start the address with /'],
  ])('may not be %s', (address, reason) => {
    expect(pageAddressProblem(address, taken)).toContain(reason);
  });

  test.each([
    ['/june', '/june-copy'],
    ['/june-copy', '/june-copy-2'],
    ['/june-copy-9', '/june-copy-10'],
  ])('of a copy of %s is %s', (address, copy) => expect(copiedAddress(address)).toBe(copy));

  it('and the name of a copy are new', () => {
    const page = { _id: 'a', _type: 'page', _rev: '1', _createdAt: '', _updatedAt: '' };
    expect(toCopy({ ...page, title: 'June', address: '/june' })).toEqual({
      ...page,
      title: 'June (copy)',
      address: '/june-copy',
    });
    expect(toCopy(page)).toEqual(page);
  });
});

describe('the blocks of a page', () => {
  const blocks = (...types: string[]) => types.map((_type) => ({ _type }));
  it('may stand in any order and several times', () => {
    expect(
      blocksProblem(blocks('heroBlock', 'textBlock', 'campsBlock', 'textBlock', 'campsBlock')),
    ).toBeNull();
  });
  it('begin with the first screen, and contain it once', () => {
    expect(blocksProblem(blocks('textBlock', 'heroBlock'))).toContain('must be the first block');
    expect(blocksProblem(blocks('heroBlock', 'heroBlock'))).toContain('“First screen” is in the list twice');
    expect(blocksProblem(blocks('questionsBlock', 'questionsBlock'))).toContain('“Questions”');
  });
});

describe('a form on a page', () => {
  const name = { type: 'contactName' };
  const email = { type: 'contactEmail', required: true };
  it('asks for a name and an e-mail', () => {
    expect(leadFormProblem([name, email, { type: 'paragraph' }])).toBeNull();
    expect(leadFormProblem([email])).toContain('the parent’s name');
    expect(leadFormProblem([name, { ...email, required: false }])).toContain('as a required question');
  });
  it('leaves room for its answers', () => {
    const questions = (length: number) =>
      Array.from({ length }, () => ({ type: 'text', label: 'x'.repeat(100) }));
    expect(leadFormProblem([name, email, ...questions(20)])).toBeNull();
    expect(leadFormProblem([name, email, ...questions(21)])).toContain('too little room for answers');
  });
  it('asks nothing about health, and belongs to no party', () => {
    expect(leadFormProblem([name, email, { type: 'text', aboutHealth: true }])).toContain(
      'remove the question about health',
    );
    expect(leadFormProblem([name, email, { type: 'guests' }])).toContain('birthday party');
  });
});

describe('a picture', () => {
  const picture = (size: string, crop?: object) => ({
    image: { asset: { _ref: `image-${'a'.repeat(40)}-${size}` }, crop },
  });
  it('that would be enlarged at its place gets a warning', () => {
    expect(sizeRemark(picture('1600x900-jpg'), 'hero')).toBeNull();
    expect(sizeRemark(picture('320x200-png'), 'small')).toContain('320 pixels wide');
    expect(sizeRemark(picture('2000x900-jpg', { left: 0.3, right: 0.1 }), 'hero')).toContain(
      '1200 pixels wide after cropping',
    );
    expect(sizeRemark(picture('20x10-svg'), 'hero')).toBeNull();
    expect(sizeRemark({}, 'hero')).toBeNull();
  });
  test.each(['picture', 'A photo.', 'hero 2', 'Kids', 'the main image'])(
    'with the text “%s” gets a warning, because the text describes nothing',
    (alt) => {
      expect(altRemark(alt)).toContain('describes nothing');
    },
  );
  it('needs an emoji and a label only where it is missing', () => {
    expect(replacementProblem(undefined, picture('1x1-png'), 'Emoji')).toBeNull();
    expect(replacementProblem('🦦', {}, 'Emoji')).toBeNull();
    expect(replacementProblem(' ', {}, 'Emoji')).toContain('or add an image');
  });
});

describe('the weight of a page', () => {
  const text = (letters: number) => ({
    _type: 'textBlock',
    body: [{ children: [{ text: 'x'.repeat(letters) }] }],
  });
  it('grows with its words, pictures, documents and camps, and not with its ids', () => {
    const html = (...blocks: object[]) =>
      weighPage(blocks.map((block) => ({ _type: 'textBlock', ...block }))).html;
    const base = html({});
    expect(html({ _key: 'k'.repeat(999) })).toBe(base);
    for (const more of [
      { lead: 'Words' },
      { picture: { image: { asset: { _ref: 'image-1' } } } },
      { bases: [{ _ref: 'base-1' }] },
      { most: 3 },
    ])
      expect(html(more)).toBeGreaterThan(base);
  });
  it('is shown to the editor once a phone would load too much', () => {
    expect(pageWeightRemarks([{ _type: 'heroBlock' }, text(5_000)])).toEqual([]);
    const scripts = [
      'passesBlock',
      'campsBlock',
      'formBlock',
      'questionsBlock',
      'countdownBlock',
      'videoBlock',
    ];
    expect(pageWeightRemarks(scripts.map((_type) => ({ _type })))).toEqual([
      expect.stringMatching(/scripts would weigh 1\d\.\d kB, and 10\.0 kB is the most/),
    ]);
    expect(pageWeightRemarks([text(50_000)])).toEqual([
      expect.stringMatching(/text and layout would weigh 3\d\.\d kB, and 32\.0 kB is the most/),
    ]);
  });
});
