import { describe, expect, it } from 'vitest';
import { mayTurn, findTurnTarget } from '#ui/sections/carousel-rules.ts';

const watched = { hovered: false, focused: false, reducedMotion: false, inView: true, paused: false };

it('the carousel turns while it is visible and not in use', () => expect(mayTurn(watched)).toBe(true));

it.each([
  ['under the pointer', { hovered: true }],
  ['while it has the focus', { focused: true }],
  ['with reduced motion', { reducedMotion: true }],
  ['out of view', { inView: false }],
  ['when its button is pressed', { paused: true }],
])('the carousel pauses %s', (_, change) => expect(mayTurn({ ...watched, ...change })).toBe(false));

describe('a track with six cards of 100 pixels, four of them in view,', () => {
  const track = { width: 400, full: 600, step: 100 };
  it.each([
    [0, 1, 100],
    [100, 1, 200],
    // After the last card the carousel starts again.
    [200, 1, 0],
    [198, 1, 0],
    [200, -1, 100],
    [0, -1, 200],
    [1, -1, 200],
  ] as const)('turns from %i by %i to %i', (left, by, to) =>
    expect(findTurnTarget({ ...track, left }, by)).toBe(to),
  );

  it('does not turn past the last card', () => expect(findTurnTarget({ ...track, left: 140 }, 1)).toBe(200));
  it('does not turn if all cards are in view', () =>
    expect(findTurnTarget({ ...track, full: 400, left: 0 }, 1)).toBe(0));
});
