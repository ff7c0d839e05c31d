import { expect, test } from 'vitest';
import { markEnglish } from '#build/english-parts.ts';

test.each([
  ['a Chinese part stays as it is', '<p>勇敢，是练出来的。</p>', '<p>勇敢，是练出来的。</p>'],
  ['a Chinese sentence with a name', '<p>购买 Term Pass 学期卡</p>', '<p>购买 Term Pass 学期卡</p>'],
  ['an English sentence', '<p class="a">Ask us anything.</p>', '<p lang="en" class="a">Ask us anything.</p>'],
  [
    'the outermost part that is English only',
    '<main><ul><li>Bring a <b>hat</b></li><li>Bring shoes</li></ul><p>名额</p></main>',
    '<main><ul lang="en"><li>Bring a <b>hat</b></li><li>Bring shoes</li></ul><p>名额</p></main>',
  ],
  [
    'Chinese in an English sentence',
    '<p>Read more about it: <a href="/zh">简体中文</a></p>',
    '<p lang="en">Read more about it: <a lang="zh-Hans" href="/zh">简体中文</a></p>',
  ],
  [
    'the description of a picture',
    '<div>名额<img src="a.png" alt="Two otters run"></div>',
    '<div>名额<img lang="en" src="a.png" alt="Two otters run"></div>',
  ],
  ['names', '<p>Flexi</p><b>S$167</b><p>East Coast</p>', '<p>Flexi</p><b>S$167</b><p>East Coast</p>'],
  [
    'English in a part with a Chinese label',
    '<div aria-label="营期之后"><p>She came home proud.</p></div>',
    '<div aria-label="营期之后"><p lang="en">She came home proud.</p></div>',
  ],
  [
    'what already has a language',
    '<p lang="en">I have read the terms</p><div lang="en"><p>Two words</p></div>',
    '<p lang="en">I have read the terms</p><div lang="en"><p>Two words</p></div>',
  ],
  [
    'code, and islands, which React draws again',
    '<script>const two = "English words";</script><astro-island><p>Choose a class</p></astro-island>',
    '<script>const two = "English words";</script><astro-island><p>Choose a class</p></astro-island>',
  ],
])('%s', (_, html, expected) => {
  const page = (body: string) =>
    `<!doctype html><html lang="zh-Hans"><head><title>Two words</title></head><body>${body}</body></html>`;
  expect(markEnglish(page(html))).toBe(page(expected));
  // Fragments have no body.
  expect(markEnglish(html)).toBe(expected);
});
