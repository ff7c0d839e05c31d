import { expect, test } from 'vitest';
import { mailLink } from '#domain/mail-link.ts';

test('a mailto link contains the address only, whatever the text contains', () => {
  expect(mailLink('mei@example.test')).toBe('mailto:mei@example.test');
  const url = new URL(mailLink('mei?bcc=all@example.test&body=Refund#@example.test'));
  expect([url.search, url.hash]).toEqual(['', '']);
  expect(decodeURIComponent(url.pathname)).toBe('mei?bcc=all@example.test&body=Refund#@example.test');
});
