import { describe, expect, it } from 'vitest';
import { turnTo } from '../../../src/features/camps/turn.ts';

describe('the carousel of parents', () => {
  it('goes a card on and back', () => {
    expect(turnTo(1, 300, 900, 300)).toBe(600);
    expect(turnTo(-1, 300, 900, 300)).toBe(0);
  });
  it('begins at the other end past either one', () => {
    expect(turnTo(1, 900, 900, 300)).toBe(0);
    expect(turnTo(-1, 0, 900, 300)).toBe(900);
  });
  it('never scrolls beyond the last card', () => {
    expect(turnTo(1, 600, 750, 300)).toBe(750);
  });
});
