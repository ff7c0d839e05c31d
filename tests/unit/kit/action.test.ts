import { describe, expect, it } from 'vitest';
import { createAction, leaving, type Message } from '#ui/kit/action.ts';

const saved: Message = { tone: 'calm', text: 'Saved.' };
const failed: Message = { tone: 'bad', text: 'That did not work.' };

/** Returns work that ends when the test resolves it. */
function slowWork() {
  const { promise, resolve, reject } = Promise.withResolvers<Message | null>();
  let runs = 0;
  return {
    work: () => {
      runs++;
      return promise;
    },
    runs: () => runs,
    resolve,
    reject,
  };
}

describe('an action', () => {
  it('is busy while it runs, and then has an outcome', async () => {
    const { $busy, $outcome, run } = createAction();
    const slow = slowWork();
    const running = run(slow.work);
    expect($busy.get()).toBe(true);
    slow.resolve(saved);
    expect(await running).toEqual(saved);
    expect($busy.get()).toBe(false);
    expect($outcome.get()).toEqual(saved);
  });

  it('runs once when it is pressed twice', async () => {
    const { run } = createAction();
    const slow = slowWork();
    const first = run(slow.work);
    expect(await run(slow.work)).toBeUndefined();
    slow.resolve(null);
    expect(await first).toBeNull();
    expect(slow.runs()).toBe(1);
  });

  it('removes the previous outcome when it runs again', async () => {
    const { $outcome, run } = createAction();
    await run(() => Promise.resolve(failed));
    const slow = slowWork();
    const secondRun = run(slow.work);
    expect($outcome.get()).toBeNull();
    slow.resolve(null);
    await secondRun;
    expect($outcome.get()).toBeNull();
  });

  it('retries the last work', async () => {
    const { $outcome, run, retry } = createAction();
    expect(await retry()).toBeUndefined();
    const outcomes = [failed, saved];
    await run(() => Promise.resolve(outcomes.shift() ?? null));
    expect(await retry()).toEqual(saved);
    expect($outcome.get()).toEqual(saved);
  });

  it('knows which work is running', async () => {
    const { $running, run } = createAction<Message, 'read' | 'save'>();
    expect($running.get()).toBeNull();
    const slow = slowWork();
    const running = run(slow.work, 'save');
    await run(slow.work, 'read');
    expect($running.get()).toBe('save');
    slow.resolve(null);
    await running;
    expect($running.get()).toBeNull();
  });

  it('stays busy while leaving for another page, until the browser restores the page', async () => {
    const { $busy, $outcome, $running, run, unlock } = createAction();
    expect(await run(() => Promise.resolve(leaving), 'pay')).toBeNull();
    expect($outcome.get()).toBeNull();
    expect($busy.get()).toBe(true);
    expect($running.get()).toBe('pay');
    expect(await run(() => Promise.resolve(saved))).toBeUndefined();
    unlock();
    expect($running.get()).toBeNull();
    expect(await run(() => Promise.resolve(saved))).toEqual(saved);
  });

  it('turns an exception into an outcome', async () => {
    const { $busy, $outcome, run } = createAction(() => failed);
    expect(await run(() => Promise.reject(new Error('lost')))).toEqual(failed);
    expect($outcome.get()).toEqual(failed);
    expect($busy.get()).toBe(false);
  });

  it('can run again after an exception without an outcome', async () => {
    const { run } = createAction();
    await expect(run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await run(() => Promise.resolve(saved))).toEqual(saved);
  });
});
