// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { whenVisible } from '#ui/when-visible.ts';
import { stubIntersection } from '#support/unit/intersection.ts';

afterEach(() => vi.unstubAllGlobals());

it('calls back once, and not after it was aborted', () => {
  const { show, watched } = stubIntersection();
  const onVisible = vi.fn();
  const [part, other] = [document.createElement('p'), document.createElement('p')];
  const end = new AbortController();
  whenVisible(part, onVisible);
  whenVisible(other, onVisible, { signal: end.signal });
  end.abort();
  expect(watched()).toEqual([part]);
  expect(onVisible).not.toHaveBeenCalled();
  show(part);
  expect([onVisible.mock.calls.length, watched()]).toEqual([1, []]);
});
