// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { waitForRelease } from '#browser/pointer-release.ts';

const firePointerEvent = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));

it('waits until the pointer is released and the click has been sent', async () => {
  const events: string[] = [];
  document.body.addEventListener('click', () => events.push('click'));
  await waitForRelease();
  firePointerEvent('pointerdown');
  const released = waitForRelease().then(() => events.push('moved'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(events).toEqual([]);
  firePointerEvent('pointerup');
  firePointerEvent('click');
  await released;
  expect(events).toEqual(['click', 'moved']);
});

it('a cancelled press counts as released', async () => {
  firePointerEvent('pointerdown');
  const released = waitForRelease();
  firePointerEvent('pointercancel');
  await expect(released).resolves.toBeUndefined();
});
