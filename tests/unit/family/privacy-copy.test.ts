import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCopy } from '#features/family/privacy/copy.ts';
import { describeExport } from '#features/family/privacy/export-text.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => storeSession({ id: 'u1' }));

const completeExport = {
  exported_at: '2026-11-21T00:00:00Z',
  family: { id: 'f', contact_name: 'Tan', contact_phone: null },
  children: [
    { id: 'c', name: 'Kai', dob: '2018-03-14', quiz: true, health: { allergies: 'Bees', doctor_name: null } },
  ],
  orders: [
    { number: 'OT-1', paid_at: '2026-11-01T02:00:00Z', total_cents: 69700, stripe_session: 's', lines: [] },
  ],
  messages: [],
};

describe('the copy of all data', () => {
  it('is readable: without ids and empty values, and with amounts, days and times formatted', () => {
    const line = (label: string, text: string, below: object[] = []) => ({ label, text, below });
    expect(describeExport(completeExport)).toEqual([
      { title: 'Family', lines: [line('Contact name', 'Tan')] },
      {
        title: 'Children',
        lines: [
          line('Kai', '', [
            line('Name', 'Kai'),
            line('Dob', 'Wed 14 Mar 2018'),
            line('Quiz', 'yes'),
            line('Health', '', [line('Allergies', 'Bees')]),
          ]),
        ],
      },
      {
        title: 'Orders',
        lines: [
          line('OT-1', '', [
            line('Number', 'OT-1'),
            line('Paid at', 'Sun 1 Nov 2026, 10.00 am'),
            line('Total', 'S$697'),
          ]),
        ],
      },
      { title: 'E-mails', lines: [] },
    ]);
  });

  it('begins with the family and ends with what has no title of its own, without rules and technical values', () => {
    const read = describeExport({
      asked_questions: [{ question: 'When?' }],
      orders: [
        {
          number: 'OT-1',
          refund_rules: [{ percent: 50 }],
          expected_price_cents: 1,
          paid_after_changes_cents: 100,
        },
      ],
      family: { contact_name: 'Tan' },
    });
    expect(read.map(({ title }) => title)).toEqual(['Family', 'Orders', 'Asked questions']);
    expect(read[1]?.lines[0]?.below.map(({ label }) => label)).toEqual(['Number', 'Paid after changes']);
  });

  it('is downloaded exactly as the server sent it', async () => {
    browser.api.on('export_family', { body: completeExport });
    const save = vi.fn();
    await createCopy({ save }).save();
    const [name, text, type] = save.mock.calls[0] as [string, string, string];
    expect(name).toMatch(/^family-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(text)).toEqual(completeExport);
    expect(type).toBe('application/json');
    expect([...browser.storage.entries.values()].join()).not.toContain('Bees');
  });

  it('says if it is refused, and then downloads nothing', async () => {
    browser.api.on('export_family', refusal('rate_limited', 429));
    const save = vi.fn();
    const copy = createCopy({ save });
    await copy.save();
    expect(save).not.toHaveBeenCalled();
    expect(copy.$outcome.get()).toMatchObject({ tone: 'bad' });
    expect(copy.$running.get()).toBeNull();
  });
});
