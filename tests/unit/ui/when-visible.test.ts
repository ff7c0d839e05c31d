// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { whenVisible } from '#ui/when-visible.ts';
import { stubIntersection } from '#support/unit/seen.ts';

afterEach(() => vi.unstubAllGlobals());

it('calls back once, and not after it was aborted', () => {
  const { show, watched } = stubIntersection();
  const come = vi.fn();
  const [part, other] = [document.createElement('p'), document.createElement('p')];
  const end = new AbortController();
  whenVisible(part, come);
  whenVisible(other, come, { signal: end.signal });
  end.abort();
  expect(watched()).toEqual([part]);
  expect(come).not.toHaveBeenCalled();
  show(part);
  expect([come.mock.calls.length, watched()]).toEqual([1, []]);
});
