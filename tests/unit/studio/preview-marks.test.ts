// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { markTexts, type TextSource } from '#studio/presentation/marks.ts';

const source = (text: string, path: string): [string, TextSource] => [
  text,
  { text, id: 'homePage', type: 'homePage', path },
];
const sources = new Map([
  source('Hello, Otter', 'hero.heading'),
  source('Two lines here.', 'sections[_key=="a1"].text'),
  source('A river', 'picture.alt'),
]);

/** The fields that the elements of a page are marked with, by tag. */
function marked(html: string) {
  document.body.innerHTML = html;
  markTexts(document.body, sources);
  return marks();
}
const marks = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sanity]')].map(({ localName, dataset }) => [
    localName,
    /path=([^;]*)/.exec(dataset['sanity'] ?? '')?.[1],
  ]);

test('a text is marked at the innermost element that holds all of it, with the key of its item', () => {
  expect(marked('<div><h1> Hello,\n Otter </h1></div><p>Two <b>lines</b> here.</p><p>Other</p>')).toEqual([
    ['h1', 'hero.heading'],
    ['p', 'sections:a1.text'],
  ]);
});

test('a picture is marked by its description', () => {
  expect(marked('<img alt="A river"><img alt="">')).toEqual([['img', 'picture.alt']]);
});

test('what React has not taken over yet is left as the server wrote it', () => {
  expect(marked('<astro-island ssr><p>Hello, Otter</p></astro-island>')).toEqual([]);
  document.querySelector('astro-island')?.removeAttribute('ssr');
  markTexts(document.body, sources);
  expect(marks()).toEqual([['p', 'hero.heading']]);
});

test('a text that has become another one loses its mark', () => {
  marked('<p>Hello, Otter</p>');
  document.querySelector('p')?.replaceChildren('Goodbye');
  markTexts(document.body, sources);
  expect(marks()).toEqual([]);
});
