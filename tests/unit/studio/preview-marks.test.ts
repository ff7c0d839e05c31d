// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createFinder, markTexts, type TextSource } from '#studio/presentation/marks.ts';

const source = (text: string, path: string): TextSource => ({ text, id: 'homePage', type: 'homePage', path });
const find = createFinder([
  source('Hello, Otter', 'hero.heading'),
  source('Two lines here.', 'sections[_key=="a1"].text'),
  source('A river', 'picture.alt'),
  source('How long is a camp?', 'faq.question'),
  source('Save {price} until {deadline}', 'bird.text'),
  source('{price}', 'bird.price'),
]);

/** Returns the marked elements of a page, by tag and field. */
function markPage(html: string) {
  document.body.innerHTML = html;
  markTexts(document.body, find);
  return marks();
}
const marks = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sanity]')].map(({ localName, dataset }) => [
    localName,
    /path=([^;]*)/.exec(dataset['sanity'] ?? '')?.[1],
  ]);

test('the preview marks a text at the innermost element that contains all of it, with its field', () => {
  expect(markPage('<div><h1> Hello,\n Otter </h1></div><p>Two <b>lines</b> here.</p><p>Other</p>')).toEqual([
    ['h1', 'hero.heading'],
    ['p', 'sections:a1.text'],
  ]);
});

test('the preview marks a picture by its alternative text', () => {
  expect(markPage('<img alt="A river"><img alt="">')).toEqual([['img', 'picture.alt']]);
});

test('the preview does not change an island before it is hydrated', () => {
  expect(markPage('<astro-island ssr><p>Hello, Otter</p></astro-island>')).toEqual([]);
  document.querySelector('astro-island')?.removeAttribute('ssr');
  markTexts(document.body, find);
  expect(marks()).toEqual([['p', 'hero.heading']]);
});

test('the preview removes the mark of a text that has changed', () => {
  markPage('<p>Hello, Otter</p>');
  document.querySelector('p')?.replaceChildren('Goodbye');
  markTexts(document.body, find);
  expect(marks()).toEqual([]);
});

test('the preview marks a question beside its sign, and a text whose placeholders the page has filled', () => {
  expect(
    markPage(
      '<summary><svg></svg>How long is a camp? <i>+</i></summary><p>Save S$20 until Thu 10 Dec</p><b>S$20</b>',
    ),
  ).toEqual([
    ['summary', 'faq.question'],
    ['p', 'bird.text'],
  ]);
});
