// @vitest-environment happy-dom
/** A failure in an island is shown in the island's place (spec 1 §2). */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withLoadError, LoadError } from '#browser/load-error.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

vi.mock('#browser/report.ts', () => ({ report: vi.fn() }));
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows the loading error if a lazy component cannot be fetched', async () => {
  const Part = lazy(
    withLoadError<{ default: () => null }>(() => Promise.reject(new TypeError('failed to fetch'))),
  );
  const Island = inBoundary(() => (
    <Suspense fallback="Loading...">
      <Part />
    </Suspense>
  ));
  render(<Island />);
  expect((await screen.findByRole('alert')).textContent).toContain('Loading error. Please refresh.');
});

it('shows the loading error if a store cannot fetch a module', async () => {
  const Island = inBoundary(() => <p>Loading...</p>);
  render(<Island />);
  const event = Object.assign(new Event('unhandledrejection'), { reason: new LoadError('gone') });
  window.dispatchEvent(event);
  expect((await screen.findByRole('alert')).textContent).toContain('Loading error. Please refresh.');
  expect(screen.queryByText('Loading...')).toBeNull();
});

it('ignores other rejections', () => {
  const Island = inBoundary(() => <p>A form, half filled</p>);
  render(<Island />);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('analytics') }));
  expect(screen.getByText('A form, half filled')).toBeDefined();
});

it('shows the crash screen if rendering throws, and Try Again restores the page', async () => {
  let broken = true;
  const Island = inBoundary(() => {
    if (broken) throw new Error('a bug');
    return <p>The page</p>;
  });
  render(<Island />);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined();
  expect(
    screen.getByText("We're sorry for the inconvenience. Please try refreshing the page."),
  ).toBeDefined();
  broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.getByText('The page')).toBeDefined();
});
