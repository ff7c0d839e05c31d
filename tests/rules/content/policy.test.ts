import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withOwnHashes } from '#build/policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = (scripts: string, styles: string) =>
  `<meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self' ${scripts}; style-src 'self' ${styles};">`;
const page = (head: string) =>
  `<head>${head}<style>p{color:red}</style></head><script>theme()</script><script type="module" src="/a.js"></script>`;

it('keeps of a policy what stands in the page', () => {
  const given = policy(`${hash('theme()')} ${hash('other()')}`, `${hash('b{}')} ${hash('p{color:red}')}`);
  expect(withOwnHashes(page(given))).toBe(page(policy(hash('theme()'), hash('p{color:red}'))));
});

it('allows a script in the page only if the policy allowed it before', () => {
  const html = withOwnHashes(page(policy(hash('other()'), hash('p{color:red}'))));
  expect(html).not.toContain(hash('theme()'));
  expect(html).toContain("script-src 'self';");
});

it('leaves a piece without a policy as it is', () => {
  expect(withOwnHashes('<dialog>Hello</dialog>')).toBe('<dialog>Hello</dialog>');
});
