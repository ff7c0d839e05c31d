// @vitest-environment happy-dom
/**
 * What a family reads about a cancelled spot that nobody paid for, and what staff read if a guest cannot get a link.
 */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CancelledByUs } from '#contract/family.ts';
import { CancelledByUsNews } from '#features/family/today/coming/CancelledByUsNews.tsx';
import { AskParents } from '#ui/staff/health/AskParents.tsx';
import { family } from '../family/examples.ts';

afterEach(cleanup);

const ids = family.children.map(({ id }) => id);
const news = (more: Partial<CancelledByUs>): CancelledByUs => ({
  ...{ kind: 'camp', id: 'camp', title: 'Spark Camp', team: null, location_name: 'Bishan' },
  ...{ starts_at: '2026-12-07T01:00:00Z', ends_at: '2026-12-07T07:00:00Z', reason: 'Rain' },
  ...{ cancelled_by_us_at: '2026-12-01T01:00:00Z', order_id: null, child_ids: ids, unpaid_child_ids: [] },
  ...more,
});
const read = (more: Partial<CancelledByUs>) => {
  cleanup();
  render(<CancelledByUsNews news={news(more)} family={family} />);
  return screen.getByRole('alert').textContent;
};

it('a free spot that we cancel promises neither a credit nor a refund', () => {
  for (const kind of ['camp', 'session'] as const) {
    const text = read({ kind, unpaid_child_ids: ids });
    expect(text).toContain('No payment was made to us for this spot, so there is nothing to refund.');
    expect(text).not.toMatch(/credit is back|full refund/);
  }
  expect(read({})).toContain('Choose another week or a full refund.');
  const mixed = read({ kind: 'session', unpaid_child_ids: ids.slice(1) });
  expect(mixed).toContain('The credit is back on the pass.');
  expect(mixed).toContain('so there is nothing to refund for that spot.');
});

it('without a link nothing is pretended, and the number to call is there', async () => {
  render(
    <AskParents
      about={{ name: 'Kai', missing: 'health' }}
      parents={[{ name: 'Mei Tan', phone: '+6591234567' }]}
      onAsk={() => Promise.resolve('no_link')}
    />,
  );
  fireEvent.click(screen.getByRole('button'));
  expect((await screen.findByText(/^No e-mail was sent/)).textContent).toContain('Please call.');
  expect(screen.getByRole('link', { name: 'Call Mei Tan (+65 9123 4567)' }).getAttribute('href')).toBe(
    'tel:+6591234567',
  );
  expect(screen.queryByRole('button')).toBeNull();
});
