import { describe, expect, it, test } from 'vitest';
import { luminance } from '#contract/contrast.ts';
import { playerOrigins, readVideo } from '#contract/video-address.ts';
import { buildRichText } from '#content/fill/rich-text.ts';
import { chooseVeil } from '#content/pictures/veil.ts';
import { plainText } from '#domain/rich-text.ts';
import { timeLeft } from '#features/blocks/time-left.ts';
import { chooseCamps } from '#features/camps/list/choose-camps.ts';
import { facts } from '#support/facts.ts';

describe('a rich text', () => {
  const options = { document: { _id: 'p', type: 'page', title: null }, facts, report: () => undefined };
  const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks });
  const block = (more: object) => ({ _type: 'block', style: 'normal', markDefs: [], ...more });

  it('becomes paragraphs, lists of consecutive items, and headings', async () => {
    const text = await buildRichText(
      [
        block({ children: [span('We have '), span('{families}', 'strong'), span('.')] }),
        block({ children: [span('')] }),
        block({ style: 'h3', children: [span('Bring')] }),
        block({ listItem: 'bullet', children: [span('Water')] }),
        block({ listItem: 'bullet', children: [span('A hat')] }),
        block({ listItem: 'number', children: [span('Arrive')] }),
      ],
      options,
    );
    expect(text.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'list', 'list']);
    expect(plainText(text)).toBe(`We have ${facts.families}.\n\nBring\n\n• Water\n• A hat\n\n• Arrive`);
    expect(text[0]).toMatchObject({ spans: [{ isStrong: false }, { isStrong: true }, {}] });
  });

  test.each([
    ['/camps', '/camps'],
    ['https://example.com', 'https://example.com'],
    ['javascript:alert(1)', null],
    ['//evil.example', null],
    ['data:text/html,x', null],
  ])('with a link to %s leads to %s', async (href, expected) => {
    const children = [span('here', 'l1')];
    const [part] = await buildRichText([block({ markDefs: [{ _key: 'l1', href }], children })], options);
    expect(part).toMatchObject({ spans: [{ text: 'here', href: expected }] });
  });
});

describe('the dark layer over a picture', () => {
  const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const through = (pixel: readonly number[], veil: number) =>
    `#${pixel
      .map((part, index) => Math.round((([16, 22, 20][index] ?? 0) * veil + part * (100 - veil)) / 100))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;

  test.each([
    ['white', [255, 255, 255]],
    ['a sky', [255, 241, 214]],
    ['grass', [90, 170, 100]],
    ['night', [10, 20, 40]],
  ])('over %s makes the text readable, and is no thicker than needed', (_, pixel) => {
    const veil = chooseVeil([...[12, 12, 12], ...pixel]);
    const contrastAt = (thickness: number) =>
      contrast(luminance('#fffdf8'), luminance(through(pixel, thickness)));
    expect(contrastAt(veil)).toBeGreaterThanOrEqual(4.5);
    if (veil > 30) expect(contrastAt(veil - 5)).toBeLessThan(4.5);
  });

  it('is as thick as the brightest spot of the picture needs', () => {
    expect(chooseVeil([0, 0, 0, 255, 255, 255])).toBe(chooseVeil([255, 255, 255]));
    expect(chooseVeil([0, 0, 0])).toBe(30);
  });
});

describe('a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3', playerOrigins[0]],
    ['https://youtu.be/aqz-KE-bpKQ', playerOrigins[0]],
    ['https://m.youtube.com/shorts/aqz-KE-bpKQ', playerOrigins[0]],
    ['https://vimeo.com/76979871', playerOrigins[1]],
  ])('at %s plays from %s', (address, origin) => {
    expect(readVideo(address)?.player.startsWith(`${origin}/`)).toBe(true);
  });

  test.each([
    undefined,
    'https://youtube.com/playlist?list=PL1',
    'https://youtu.be/"><script>',
    'http://youtu.be/aqz-KE-bpKQ',
    'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://vimeo.com/channels',
  ])('at %s is not played', (address) => expect(readVideo(address)).toBeNull());
});

describe('the number of camps of a block', () => {
  const camp = (tier: 'spark' | 'ignite', base: string, start: string) =>
    ({ id: `${tier} ${base} ${start}`, tier, base, start }) as Parameters<typeof chooseCamps>[0][number];
  const camps = [
    camp('spark', 'bishan', '2027-05-31'),
    camp('ignite', 'bishan', '2027-06-07'),
    camp('spark', 'east-coast', '2027-06-14'),
  ];
  const every = { tiers: ['spark', 'ignite'] as const, bases: [], from: '', until: '', most: 12 };

  test.each([
    [{}, 3],
    [{ tiers: ['spark'] as const }, 2],
    [{ tiers: [] }, 0],
    [{ bases: ['east-coast'] }, 1],
    [{ from: '2027-06-07' }, 2],
    [{ until: '2027-06-07' }, 2],
    [{ from: '2027-07-01' }, 0],
    [{ most: 1 }, 1],
  ])('with %o is %i', (choice, count) => {
    expect(chooseCamps(camps, { ...every, ...choice })).toHaveLength(count);
  });
});

test('the time left is rounded up to minutes, and ends at zero', () => {
  const now = Date.parse('2027-06-01T00:00:00Z');
  expect(timeLeft(now + 90_061_000, now)).toEqual({ days: 1, hours: 1, minutes: 2 });
  expect(timeLeft(now + 1, now)).toEqual({ days: 0, hours: 0, minutes: 1 });
  expect(timeLeft(now, now)).toBeNull();
});
