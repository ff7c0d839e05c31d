import { expect, it } from 'vitest';
import { createQueue } from '#browser/queue.ts';

it('the queue runs the taps in order, even after one has failed, and runs a tap that is repeated while it waits once', async () => {
  const { $pendingKeys: $waiting, run: take } = createQueue();
  const done: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const first = take('a', async () => {
    await gate.promise;
    done.push('a');
  });
  const secondTap = take('a', () => Promise.resolve(void done.push('a again')));
  const failing = take('b', () => Promise.reject(new Error('b')));
  const last = take('c', () => Promise.resolve(void done.push('c')));
  expect([...$waiting.get()]).toEqual(['a', 'b', 'c']);
  await Promise.resolve();
  expect(done).toEqual([]);
  gate.resolve(undefined);
  await first;
  await expect(secondTap).resolves.toBeUndefined();
  await expect(failing).rejects.toThrow('b');
  await last;
  expect(done).toEqual(['a', 'c']);
  expect($waiting.get().size).toBe(0);
});

it('the queue runs a tap again after it has finished', async () => {
  const { run: take } = createQueue();
  let times = 0;
  for (const _ of [1, 2]) await take('a', () => Promise.resolve(times++).then(() => undefined));
  expect(times).toBe(2);
});
