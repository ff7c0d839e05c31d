// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { onFirstInteraction } from '#browser/first-interaction.ts';

const movePointer = (init: PointerEventInit) =>
  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, ...init }));

it('a mouse counts as an interaction once it moves, not where it rests when the page opens', () => {
  const run = vi.fn();
  onFirstInteraction(run);
  movePointer({ pointerType: 'mouse' });
  expect(run).not.toHaveBeenCalled();
  movePointer({ pointerType: 'mouse', movementX: 1 });
  movePointer({ pointerType: 'mouse', movementX: 1 });
  expect(run).toHaveBeenCalledTimes(1);
});

it.each([
  ['a finger', () => movePointer({ pointerType: 'touch' })],
  ['a scroll', () => document.dispatchEvent(new Event('scroll'))],
  ['a key', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
  ['a click', () => document.body.click()],
])('%s counts as an interaction', (_, sign) => {
  const run = vi.fn();
  onFirstInteraction(run);
  sign();
  expect(run).toHaveBeenCalledTimes(1);
});
