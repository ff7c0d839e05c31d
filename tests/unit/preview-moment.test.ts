import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { atMoment, momentOf, shiftClock } from '#content/preview/preview-moment.ts';
import { siteNow } from '#domain/site-now.ts';

const chosen = '2027-01-01T09:00:00+08:00';

test('a page is rendered as at the moment that its visitor chose, and other pages as now', async () => {
  const ask = (cookie: string) => {
    const request = new IncomingMessage(new Socket());
    request.headers.cookie = cookie;
    return new Promise<Date>((resolve) => {
      atMoment(request, () => void Promise.resolve().then(() => resolve(siteNow())));
    });
  };
  const [then, now] = await Promise.all([ask(`a=1; preview_at=${chosen}`), ask('a=1')]);
  expect(then).toEqual(new Date(chosen));
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
  expect(Math.abs(siteNow().getTime() - Date.now())).toBeLessThan(60_000);
  for (const wrong of ['preview_at=soon', 'x_preview_at=2027', 'preview_at='])
    expect(momentOf(wrong)).toBeUndefined();
});

test('the clock of the page goes on from the chosen moment', () => {
  const page = { Date };
  // oxlint-disable-next-line typescript/no-implied-eval -- the page gets it as an inline script
  const run = new Function('document', 'window', shiftClock) as (document: object, window: object) => void;
  run({ cookie: `preview_at=${chosen}` }, page);
  expect(Math.abs(page.Date.now() - Date.parse(chosen))).toBeLessThan(60_000);
  expect(new page.Date().getFullYear()).toBe(2027);
  expect(new page.Date('2026-11-29T00:00:00Z')).toEqual(new Date('2026-11-29T00:00:00Z'));
  expect(new page.Date(2026, 1, 2)).toEqual(new Date(2026, 1, 2));
});
