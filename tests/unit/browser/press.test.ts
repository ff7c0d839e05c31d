// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { pressOver } from '#browser/press.ts';

const point = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));

it('waits until the current press and its click have ended', async () => {
  const events: string[] = [];
  document.body.addEventListener('click', () => events.push('click'));
  await pressOver();
  point('pointerdown');
  const over = pressOver().then(() => events.push('moved'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(events).toEqual([]);
  point('pointerup');
  point('click');
  await over;
  expect(events).toEqual(['click', 'moved']);
});

it('a cancelled press ends, too', async () => {
  point('pointerdown');
  const over = pressOver();
  point('pointercancel');
  await expect(over).resolves.toBeUndefined();
});
