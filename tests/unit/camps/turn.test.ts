import { describe, expect, it } from 'vitest';
import { turnTo } from '../../../src/features/camps/turn.ts';

describe('the carousel of parents', () => {
  it('goes a card on and back', () => {
    expect(turnTo({ at: 300, last: 900, step: 300 }, 1)).toBe(600);
    expect(turnTo({ at: 300, last: 900, step: 300 }, -1)).toBe(0);
  });
  it('begins at the other end past either one', () => {
    expect(turnTo({ at: 900, last: 900, step: 300 }, 1)).toBe(0);
    expect(turnTo({ at: 0, last: 900, step: 300 }, -1)).toBe(900);
  });
  it('never scrolls beyond the last card', () => {
    expect(turnTo({ at: 600, last: 750, step: 300 }, 1)).toBe(750);
  });
});
