// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const text = () => screen.getByRole('alert').querySelector('p')?.textContent;

it('says what did not load, and retries on request', async () => {
  const retry = vi.fn();
  render(<NotLoaded title="The day did not load." onRetry={retry} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The day did not load.');
  expect(text()).toBe('An unexpected error occurred.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('says if the browser is offline', () => {
  offline();
  render(<NotLoaded title="The day did not load." />);
  expect(text()).toBe('You’re offline.');
});

it('shows a screen’s own message instead, and null for the title alone', () => {
  offline();
  const { rerender } = render(<NotLoaded title="It is gone.">It was erased.</NotLoaded>);
  expect(text()).toBe('It was erased.');
  rerender(<NotLoaded title="It is gone.">{null}</NotLoaded>);
  expect(text()).toBeUndefined();
});

it('the screen has a busy button while loading, and no button if retrying is pointless', () => {
  const { rerender } = render(<NotLoaded level={2} title="It did not load." busy onRetry={vi.fn()} />);
  expect(screen.getByRole('heading', { level: 2 })).toBeTruthy();
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  rerender(<NotLoaded level={2} title="It is gone." />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('names the missing role, for which trying again does not help', () => {
  render(<NotLoaded title="The day did not load." code="not_allowed" onRetry={vi.fn()} />);
  expect(text()).toContain('no longer has the role');
  expect(screen.queryByRole('button')).toBeNull();
});

it('announces a loading screen to screen readers, and hides its bars from them', () => {
  const { container, rerender } = render(
    <ScreenWaiting title="Schedule" label="Loading..." className="bars" bars={['title', 'grid']} />,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Schedule');
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  const bars = container.querySelectorAll('.bars[aria-hidden="true"] > span');
  expect([...bars].map(({ className }) => className)).toEqual(['skeleton title', 'skeleton grid']);
  rerender(<ScreenWaiting title="Loading..." className="bars" bars={['title']} />);
  expect(screen.getAllByRole('status').map(({ tagName }) => tagName)).toEqual(['H1']);
});
