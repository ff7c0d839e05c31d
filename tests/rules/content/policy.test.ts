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
const noHashes = new Set<string>();

it('a policy keeps only the hashes that the page needs', () => {
  const policyGiven = policy(
    ` ${hash('theme()')} ${hash('other()')}`,
    ` ${hash('b{}')} ${hash('p{color:red}')}`,
  );
  expect(withOwnHashes(page(policyGiven), noHashes)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`)),
  );
});

it('the hash of a bundled inline script is added to the pages that contain it', () => {
  const policyGiven = policy(` ${hash('other()')}`, ` ${hash('p{color:red}')}`);
  const bundled = new Set([hashOf('theme()'), hashOf('elsewhere()')]);
  expect(withOwnHashes(page(policyGiven), bundled)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`)),
  );
});

it('the hash of the teams’ colours, which come from content, is added', () => {
  const policyGiven = policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`);
  const colors = '<style data-team-colors>a{color:#101614}</style>';
  expect(withOwnHashes(page(policyGiven + colors), noHashes)).toBe(
    page(policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')} ${hash('a{color:#101614}')}`) + colors),
  );
});

it('the hash of rules for what the browser fetches ahead is added', () => {
  const policyGiven = policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`);
  const rules = '<script type="speculationrules">{"prefetch":[]}</script>';
  expect(withOwnHashes(page(policyGiven + rules), noHashes)).toBe(
    page(policy(` ${hash('theme()')} ${hash('{"prefetch":[]}')}`, ` ${hash('p{color:red}')}`) + rules),
  );
});

it('a script or a style that is not declared is refused', () => {
  const script = page(policy('', ` ${hash('p{color:red}')}`));
  expect(() => withOwnHashes(script, noHashes)).toThrow(/no hash of <script>theme\(\)/);
  const style = page(policy(` ${hash('theme()')}`, ''));
  expect(() => withOwnHashes(style, new Set([hashOf('p{color:red}')]))).toThrow(/no hash of <style>/);
});

it('a page with an unexpected policy is refused, and a fragment of a page is not changed', () => {
  expect(() => withOwnHashes(page('<meta http-equiv="CSP">'), noHashes)).toThrow('the policy of a page');
  const piece = '<dialog>Hello</dialog>';
  expect(withOwnHashes(piece, noHashes)).toBe(piece);
});

it('a frame may show the player of a video, but only on its page', () => {
  const empty = policy('', ` ${hash('p{color:red}')}`);
  const policyGiven = policy(` ${hash('theme()')}`, ` ${hash('p{color:red}')}`);
  const video =
    '<video-frame class="video" data-player="https://player.vimeo.com/video/1?dnt=1"></video-frame>';
  const framed = policyGiven.replace("'self';", "'self'; frame-src https://player.vimeo.com;");
  expect(withOwnHashes(page(policyGiven + video), noHashes)).toBe(page(framed + video));
  expect(withOwnHashes(page(policyGiven), noHashes)).not.toContain('frame-src');
  const captcha = policyGiven.replace("'self';", "'self'; frame-src https://captcha.example;");
  expect(withOwnHashes(page(captcha + video), noHashes)).toContain(
    'frame-src https://player.vimeo.com https://captcha.example;',
  );
  const strange = video.replace('player.vimeo.com', 'player.vimeo.com.evil.example');
  expect(() => withOwnHashes(page(empty + strange), noHashes)).toThrow(/no page may show in a frame/);
});
