import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { refundNotes } from '#contract/refund-notes.ts';
import { refundRows } from '#contract/refund-steps.ts';
import { renderMail } from '#server/mails/render.ts';
import { RefundTable } from '#ui/RefundTable.tsx';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const [line] = mailPayload().lines;
const steps = [
  { refund_cents: 153_000, until: '2026-11-30T01:00:00.000Z' },
  { refund_cents: 76_500, until: '2026-12-07T01:00:00.000Z' },
  { refund_cents: 0, until: null },
];
const text = async (lines: object[]) =>
  (await renderMail('booking_confirmed', mailPayload({ lines }), 'https://otter.test')).text;

it('a mail has a row for each date, also as text', async () => {
  const words = await text([{ ...line, refund_steps: steps }]);
  expect(words).toContain('What you get back if you cancel');
  expect(words).toMatch(
    /By Mon 30 Nov 2026, 9\.00 am +S\$1,530\nBy Mon 7 Dec 2026, 9\.00 am +S\$765\nAfter that +S\$0/,
  );
});

it('a mail names the line of each table if there are several, and has no table if the day does not matter', async () => {
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

it('the page shows the same rows', () => {
  const html = renderToStaticMarkup(createElement(RefundTable, { rows: refundRows(steps) }));
  expect(html).toContain('<caption>What you get back if you cancel</caption>');
  expect(html).toContain('<th scope="row">By Mon 30 Nov 2026, 9.00 am</th><td>S$1,530</td>');
  expect(renderToStaticMarkup(createElement(RefundTable, { rows: refundRows(null) }))).toBe('');
});

it('a mail says from when there is no refund', async () => {
  expect(refundRows([{ refund_cents: 0, until: null }])).toEqual([{ when: 'From now on', amount: 'S$0' }]);
  expect(refundRows([])).toEqual([]);
  expect(await text([{ ...line, refund_steps: [{ refund_cents: 0, until: null }] }])).toMatch(
    /From now on +S\$0/,
  );
});

it('a mail about a pass says that used sessions are deducted, and has the last day of each rule', () =>
  expect(
    refundRows([
      { refund_cents: 69_700, until: '2026-12-12T16:00:00.000Z', less_used: true },
      { refund_cents: 0, until: null },
    ]),
  ).toEqual([
    { when: 'By the end of Sat 12 Dec 2026', amount: 'S$697, less sessions used' },
    { when: 'After that', amount: 'S$0' },
  ]));

it('a mail after a move says from when the days count, and what is deducted', async () => {
  const moved = {
    ...line,
    refund_starts_at: '2026-12-14T01:00:00.000Z',
    refund_steps: steps.map((step) => ({ ...step, clawback_cents: step.refund_cents > 0 ? 5000 : 0 })),
  };
  const counted =
    'This is counted from your first class, Mon 14 Dec 2026, because you moved or cancelled it.';
  expect(refundNotes(moved)).toEqual([
    counted,
    'This is S$50 less than you paid for it, because a sibling rebate or code on the bookings you keep depends on this spot.',
  ]);
  expect(refundNotes({ ...moved, camp: {} })[0]).toBe(
    'This is counted from your first week, Mon 14 Dec 2026, because you changed the date.',
  );
  expect((await text([moved])).replaceAll(/\s+/g, ' ')).toContain(counted);
  expect(refundNotes({ refund_steps: steps })).toEqual([]);
  const html = renderToStaticMarkup(
    createElement(RefundTable, { rows: refundRows(steps), notes: refundNotes(moved) }),
  );
  expect(html).toContain(`<p>${counted}</p>`);
});
