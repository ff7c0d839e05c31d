import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPage, openOnce } from '#ui/kit/page.ts';

afterEach(() => vi.unstubAllGlobals());

describe('openOnce', () => {
  it('loads once, however often the page is opened', async () => {
    const load = vi.fn(() => Promise.resolve());
    const { open } = openOnce(load, vi.fn());
    await Promise.all([open(), open()]);
    await open();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows that it is loading, and loads again on retry', async () => {
    const load = vi.fn(() => Promise.resolve());
    const showLoading = vi.fn<() => void>();
    const { open, retry } = openOnce(load, showLoading);
    await open();
    expect(showLoading).not.toHaveBeenCalled();
    await retry();
    expect(showLoading).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(2);
    await open();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('createPage', () => {
  it('creates the store at the first call, and then returns the same one', () => {
    const create = vi.fn(() => ({}));
    const page = createPage(create);
    expect(create).not.toHaveBeenCalled();
    expect(page()).toBe(page());
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('notifies the store when the page is restored from the back-forward cache', () => {
    const events = new EventTarget();
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    const goBack = vi.fn<() => void>();
    const page = createPage(
      () => ({ back: goBack }),
      (store) => store.back(),
    );
    page();
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(goBack).not.toHaveBeenCalled();
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(goBack).toHaveBeenCalledTimes(1);
  });
});
