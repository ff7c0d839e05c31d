import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { refundRows } from '../../../supabase/functions/_shared/contract/refund-steps.ts';
import { renderMail } from '../../../supabase/functions/_shared/server/mails/render.ts';
import { RefundTable } from '../../../src/ui/RefundTable.tsx';
import { mailPayload } from '../../support/mail-payload.ts';

const [line] = mailPayload().lines;
const steps = [
  { refund_cents: 153_000, until: '2026-11-30T01:00:00.000Z' },
  { refund_cents: 76_500, until: '2026-12-07T01:00:00.000Z' },
  { refund_cents: 0, until: null },
];
const text = async (lines: object[]) =>
  (await renderMail('booking_confirmed', mailPayload({ lines }), 'https://otter.test')).text;

it('a mail has a row for each date, also where it is read as text', async () => {
  const words = await text([{ ...line, refund_steps: steps }]);
  expect(words).toContain('What you get back if you cancel');
  expect(words).toMatch(
    /By Mon 30 Nov 2026, 9\.00 am +S\$1,530\nBy Mon 7 Dec 2026, 9\.00 am +S\$765\nAfter that +S\$0/,
  );
});

it('of several lines says which is which; where the day does not matter there is none', async () => {
  const words = await text([
    { ...line, refund_steps: steps },
    { ...line, title: 'Spark Camp', child: 1, child_name: 'Mira', refund_steps: steps },
  ]);
  expect(words).toMatch(/Term Pass, Kai\s+By/);
  expect(words).toMatch(/Spark Camp, Mira\s+By/);
  expect(await text([{ ...line, refund_steps: [{ refund_cents: 5000, until: null }] }])).not.toContain(
    'get back',
  );
});

it('a page draws the same rows', () => {
  const html = renderToStaticMarkup(createElement(RefundTable, { rows: refundRows(steps) }));
  expect(html).toContain('<caption>What you get back if you cancel</caption>');
  expect(html).toContain('<th scope="row">By Mon 30 Nov 2026, 9.00 am</th><td>S$1,530</td>');
  expect(renderToStaticMarkup(createElement(RefundTable, { rows: refundRows(null) }))).toBe('');
});
