import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withOwnHashes } from '#build/policy.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const hash = (text: string) => `'${hashOf(text)}'`;
const policy = (scripts: string, styles: string) =>
  `<meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self'${scripts}; style-src 'self'${styles};">`;
const page = (head: string) =>
  `<html><head>${head}<style>p{color:red}</style></head><script>theme()</script><script type="module" src="/a.js"></script>` +
  `<script type="application/json">{"a":1}</script></html>`;
const none = new Set<string>();

it('keeps only the hashes of a policy that the page needs', () => {
  const given = policy(` ${hash('theme()')} ${hash('other()')}`, ` ${hash('b{}')} ${hash('p{color:red}')}`);
  expect(withOwnHashes(page(given), none)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`)),
  );
});

it('adds the hash of a bundled inline script to the pages that contain it', () => {
  const given = policy(` ${hash('other()')}`, ` ${hash('p{color:red}')}`);
  const bundled = new Set([hashOf('theme()'), hashOf('elsewhere()')]);
  expect(withOwnHashes(page(given), bundled)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`)),
  );
});

it('adds the hash of the teams’ colours, which come from content', () => {
  const given = policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`);
  const colors = '<style data-team-colors>a{color:#101614}</style>';
  expect(withOwnHashes(page(given + colors), none)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')} ${hash('a{color:#101614}')}`) + colors),
  );
});

it('refuses a script or a style that is not declared', () => {
  const script = page(policy('', ` ${hash('p{color:red}')}`));
  expect(() => withOwnHashes(script, none)).toThrow(/no hash of <script>theme\(\)/);
  const style = page(policy(` ${hash('theme()')}`, ''));
  expect(() => withOwnHashes(style, new Set([hashOf('p{color:red}')]))).toThrow(/no hash of <style>/);
});

it('refuses a page with an unexpected policy, and does not change a fragment of a page', () => {
  expect(() => withOwnHashes(page('<meta http-equiv="CSP">'), none)).toThrow('the policy of a page');
  const piece = '<dialog>Hello</dialog>';
  expect(withOwnHashes(piece, none)).toBe(piece);
});

it('lets a frame show the player of a video, on its page only', () => {
  const empty = policy('', ` ${hash('p{color:red}')}`);
  const given = policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`);
  const video =
    '<video-frame class="video" data-player="https://player.vimeo.com/video/1?dnt=1"></video-frame>';
  const framed = given.replace("'self';", "'self'; frame-src https://player.vimeo.com;");
  expect(withOwnHashes(page(given + video), none)).toBe(page(framed + video));
  expect(withOwnHashes(page(given), none)).not.toContain('frame-src');
  const captcha = given.replace("'self';", "'self'; frame-src https://captcha.example;");
  expect(withOwnHashes(page(captcha + video), none)).toContain(
    'frame-src https://player.vimeo.com https://captcha.example;',
  );
  const strange = video.replace('player.vimeo.com', 'player.vimeo.com.evil.example');
  expect(() => withOwnHashes(page(empty + strange), none)).toThrow(/no page may show in a frame/);
});
