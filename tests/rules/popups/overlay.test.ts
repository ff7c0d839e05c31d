import { expect, it } from 'vitest';
import { createOverlay } from '#browser/overlay.ts';

/** Returns a popup that stays open until the test closes it. */
function popup(name: string, seen: string[]) {
  const closing = Promise.withResolvers<undefined>();
  return {
    show: () => {
      seen.push(name);
      return closing.promise;
    },
    close: () => closing.resolve(undefined),
    fail: () => closing.reject(new Error('no words')),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('the overlay shows one popup at a time, in order of the requests', async () => {
  const seen: string[] = [];
  const overlay = createOverlay(() => false);
  const [a, b] = [popup('a', seen), popup('b', seen)];
  overlay.ask(a);
  overlay.ask(b);
  await settle();
  expect(seen).toEqual(['a']);
  expect(overlay.isFree()).toBe(false);
  a.close();
  await settle();
  expect(seen).toEqual(['a', 'b']);
  b.close();
  await settle();
  expect(overlay.isFree()).toBe(true);
});

it('the overlay waits until an open dialog has closed', async () => {
  const seen: string[] = [];
  let dialog = true;
  const overlay = createOverlay(() => dialog);
  overlay.ask(popup('a', seen));
  await settle();
  expect(seen).toEqual([]);
  dialog = false;
  void overlay.next();
  await settle();
  expect(seen).toEqual(['a']);
});

it('the overlay continues with the next popup if one cannot open', async () => {
  const seen: string[] = [];
  const overlay = createOverlay(() => false);
  const a = popup('a', seen);
  overlay.ask(a);
  overlay.ask(popup('b', seen));
  a.fail();
  await settle();
  expect(seen).toEqual(['a', 'b']);
});

it('the overlay skips a popup that is no longer wanted', async () => {
  const seen: string[] = [];
  const overlay = createOverlay(() => false);
  const first = popup('first', seen);
  let wanted = true;
  overlay.ask(first);
  overlay.ask({ ...popup('late', seen), wanted: () => wanted });
  wanted = false;
  first.close();
  await settle();
  expect(seen).toEqual(['first']);
  expect(overlay.isFree()).toBe(true);
});
