import type { Camp } from '#contract/camps.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { buildDraft } from '#api/camp-checkout.ts';
import { CampDraft } from '#browser/camp-draft.ts';
import { row, tier } from '../../unit/camps/examples.ts';

const draft = (change: Partial<Camp> = {}) => buildDraft(row(change), 54_900, tier());

describe('the draft of a booking', () => {
  it('has the shape that the checkout reads', () => {
    expect(v.safeParse(CampDraft, JSON.parse(JSON.stringify(draft()))).success).toBe(true);
  });
  it('has every field of the specification, with the price in dollars', () => {
    expect(draft()).toEqual({
      passType: 'camp',
      campId: row().id,
      campName: 'Spark Orchard',
      packageType: 'spark',
      packageName: 'Spark Camp',
      team: 'red',
      price: 549,
      offerId: 'tier-spark',
      startDate: '2026-12-07',
      numberOfDays: 3,
      description: '3 Day Spark Camp',
      formattedStartDate: 'Mon 7 Dec 2026',
      formattedEndDate: 'Wed 9 Dec 2026',
      endDate: '2026-12-07',
      location: 'Orchard Central',
      timeStart: '08:30',
      timeEnd: '17:00',
      capacity: 20,
      currentEnrollments: 12,
      spotsLeft: 8,
      minAge: 7,
      maxAge: 12,
    });
  });
  it('has the shorter hours without an extended day, and no ages if none are published', () => {
    const short = draft({
      extended_time_start: null,
      extended_time_end: null,
      min_age: null,
      max_age: null,
    });
    expect(short).toMatchObject({ timeStart: '09:00', timeEnd: '15:00' });
    expect(short).not.toHaveProperty('minAge');
    expect(short).not.toHaveProperty('maxAge');
  });
  it('never has fewer than zero spots', () => {
    expect(draft({ current_enrollments: 23 }).spotsLeft).toBe(0);
  });
});
