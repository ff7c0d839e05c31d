import { describe, expect, it } from 'vitest';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { camp, tier } from '../../unit/camps/examples.ts';

const alternatives = (change: Parameters<typeof camp>[0]) =>
  alternativesTo(camp(change), tier(), '+65 9123 4567');

describe('where a camp leads that cannot be booked', () => {
  it('is nowhere else while it can be', () => {
    expect(alternatives({})).toEqual([]);
  });
  it('is its waitlist once it is full, and a chat as the second way', () => {
    const [first, second, ...more] = alternatives({ taken: 20 });
    expect(first).toEqual({ label: 'Join the waitlist', href: '/waitlist?camp=camp' });
    expect(decodeURIComponent(second?.href ?? '')).toBe(
      'https://wa.me/6591234567?text=Hello! Is there a waitlist for Spark Camp, Mon 7 – Wed 9 Dec 2026, Orchard Central?',
    );
    expect(more).toEqual([]);
  });
  it('is a chat while no price is published', () => {
    expect(alternatives({ priceCents: null }).map(({ label }) => label)).toEqual(['Ask on WhatsApp']);
  });
});
