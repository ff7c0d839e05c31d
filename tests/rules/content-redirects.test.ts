import { expect, it, test } from 'vitest';
import { toRedirectLines } from '#content/redirects.ts';

const pages = new Set(['/', '/camps']);
const redirect = (from: string, to: string, permanent = true) => ({ _id: `r${from}`, from, to, permanent });

test('the redirects of the content become lines of the host’s file', () => {
  const redirects = [
    redirect('/old', '/camps'),
    redirect('/classes', '/#book', false),
    redirect('/blog', 'https://blog.example/a?b=c'),
    redirect('/half', ''),
  ];
  expect(toRedirectLines(redirects, pages)).toEqual([
    '/old /camps 301',
    '/classes /#book 302',
    '/blog https://blog.example/a?b=c 301',
  ]);
});

it.each([
  [redirect('/camps', '/other'), 'would hide the page'],
  [redirect('/a', '/a'), 'leads to itself'],
  [redirect('/a', '/a#part'), 'leads to itself'],
  [redirect('/a b', '/camps'), 'is no address'],
  [redirect('/a\n/* /evil', '/camps'), 'is no address'],
  [redirect('/a', '/camps 200\n/* https://evil.example'), 'neither a page nor https'],
  [redirect('/a', '//evil.example'), 'neither a page nor https'],
  [redirect('/a', 'http://plain.example'), 'neither a page nor https'],
])('the build stops at %o', (wrong, problem) => {
  expect(() => toRedirectLines([wrong], pages)).toThrow(problem);
});

it('two redirects of one address are refused', () => {
  expect(() => toRedirectLines([redirect('/a', '/camps'), redirect('/a', '/')], pages)).toThrow(
    'is redirected twice',
  );
});
