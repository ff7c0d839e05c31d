import { describe, expect, it } from 'vitest';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { camp, tier } from '../../unit/camps/examples.ts';

const alternatives = (change: Parameters<typeof camp>[0]) =>
  alternativesTo(camp(change), tier(), '+65 9123 4567');

describe('the alternatives to booking a camp', () => {
  it('are empty while it can be booked', () => {
    expect(alternatives({})).toEqual([]);
  });
  it('are the waitlist, and then a chat, once it is full', () => {
    const [first, second, ...more] = alternatives({ taken: 20 });
    expect(first).toEqual({ label: 'Join the waitlist', href: '/waitlist?camp=camp' });
    expect(decodeURIComponent(second?.href ?? '')).toBe(
      'https://wa.me/6591234567?text=Hello! Is there a waitlist for Spark Camp, Mon 7 – Wed 9 Dec 2026, Orchard Central?',
    );
    expect(more).toEqual([]);
  });
  it('are only a chat while it is not on sale, even if it is full', () => {
    for (const taken of [0, 20])
      expect(alternatives({ priceCents: null, taken }).map(({ label }) => label)).toEqual([
        'Ask on WhatsApp',
      ]);
  });
});
