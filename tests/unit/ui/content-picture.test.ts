// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import '#ui/content-picture.ts';
import { find, showPage } from '#support/unit/page.ts';

const picture = `<content-picture data-emoji="A" data-label="Label"><img class="picture-blur">
  <picture><img class="picture-image" alt="Shown"></picture></content-picture>`;
const isMissing = () => [
  find('content-picture').classList.contains('missing'),
  document.querySelector('img') === null,
];

it('replaces a picture that fails with its emoji and label', () => {
  showPage(picture);
  expect(isMissing()).toEqual([false, false]);
  find('.picture-image').dispatchEvent(new Event('error'));
  expect(isMissing()).toEqual([true, true]);
  expect([find('content-picture').role, find('content-picture').ariaLabel]).toEqual(['img', 'Shown']);
});

it.each([
  ['failed', 0, true],
  ['came', 400, false],
])('handles a picture that %s before the element was ready', (_, naturalWidth, expectedMissing) => {
  const page = document.createElement('div');
  page.innerHTML = picture;
  const image = page.querySelector('.picture-image');
  if (!image) throw new Error('No picture');
  const now = { complete: true, naturalWidth, currentSrc: '/a.webp' };
  for (const [name, value] of Object.entries(now)) Object.defineProperty(image, name, { value });
  document.body.replaceChildren(page);
  expect(isMissing()).toEqual([expectedMissing, expectedMissing]);
});

it('stops listening after it is removed from the page', () => {
  showPage(picture);
  const frame = find('content-picture');
  frame.remove();
  frame.querySelector('.picture-image')?.dispatchEvent(new Event('error'));
  expect(frame.querySelector('picture')).not.toBeNull();
});
