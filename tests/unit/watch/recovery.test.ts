// @vitest-environment happy-dom
import type { ErrorReport } from '#contract/monitoring.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mode } from '#features/watch/health.ts';
import { createRecovery, type Recovery } from '#features/watch/recovery.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { find } from '#support/unit/page.ts';

const browser = fakeBrowser();
const note = vi.fn();
const reload = vi.fn();
const deleted = vi.fn();
let mode: Mode = 'degraded';
let isTyped = false;
let attempt: Recovery['attempt'];
const page = { health: { mode: () => mode, note, consecutiveErrors: () => 0 }, isTyped: () => isTyped };
const report = { severity: 'critical', message: 'TypeError: x', error_type: 'REACT_ERROR' } as ErrorReport;
const fix = (action: string) =>
  browser.api.on('auto-fix-system', { body: { fix_applied: true, fix_id: 'f', action } });
const text = (selector: string) => document.querySelector(selector)?.textContent ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  mode = 'degraded';
  isTyped = false;
  vi.stubGlobal('caches', { keys: () => Promise.resolve(['shell /family-base 1']), delete: deleted });
  vi.spyOn(location, 'reload').mockImplementation(reload);
  document.body.innerHTML = '<main></main>';
  browser.api.on('system_logs', { body: [{ id: 1 }] });
  ({ attempt } = createRecovery(page));
});
afterEach(() => document.body.replaceChildren());

describe('the messages of recovery mode', () => {
  it('are a banner, one toast and a badge', () => {
    attempt(null);
    attempt(null);
    expect(text('recovery-banner p')).toBe(
      'The system is experiencing issues and is currently in recovery mode. You will NOT be charged for any errors during this time.',
    );
    expect(document.querySelectorAll('.toast')).toHaveLength(1);
    expect(text('.toast')).toBe('System is in recovery mode. Some features may be limited.RefreshClose');
    expect(text('health-badge button')).toBe('Recovery Mode');
  });

  it('are checked every 5 s in the banner, which says that it is over, and every 10 s in the badge', () => {
    attempt(null);
    mode = 'watched';
    vi.advanceTimersByTime(4_999);
    expect(document.querySelector('recovery-banner')).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(document.querySelector('recovery-banner')).toBeNull();
    expect(text('.toast')).toBe('System recovered successfully.Close');
    expect(text('health-badge button')).toBe('Recovery Mode');
    vi.advanceTimersByTime(5_000);
    expect(text('health-badge button')).toBe('Monitoring');
    mode = 'calm';
    vi.advanceTimersByTime(10_000);
    expect(document.querySelector('health-badge')).toBeNull();
  });

  it('include a toast that stays until it is closed', () => {
    attempt(null);
    vi.advanceTimersByTime(4 * 60_000);
    expect(text('.toast')).toContain('Some features may be limited.');
    find('.toast .text-button:last-child').click();
    expect(document.querySelector('.toast')).toBeNull();
    attempt(null);
    expect(document.querySelector('.toast')).toBeNull();
  });

  it('are only the badge while the page is being monitored', () => {
    mode = 'watched';
    attempt(null);
    expect(document.querySelector('recovery-banner, .toast')).toBeNull();
    expect(text('[role=tooltip]')).toBe('System health is being monitored. Everything should work normally.');
  });

  it('include a tooltip after 700 ms, at once within 300 ms, and until Escape', () => {
    attempt(null);
    const badge = find('health-badge');
    const tip = find('[role=tooltip]');
    const hover = () => badge.dispatchEvent(new Event('pointerenter'));
    const leaveBadge = () => badge.dispatchEvent(new Event('pointerleave'));
    hover();
    vi.advanceTimersByTime(699);
    expect(tip.hidden).toBe(true);
    vi.advanceTimersByTime(1);
    expect(tip.hidden).toBe(false);
    leaveBadge();
    vi.advanceTimersByTime(299);
    hover();
    vi.advanceTimersByTime(0);
    expect(tip.hidden).toBe(false);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(tip.hidden).toBe(true);
    vi.advanceTimersByTime(300);
    hover();
    vi.advanceTimersByTime(699);
    expect(tip.hidden).toBe(true);
  });
});

describe('recovery', () => {
  it('clears the caches at most every 30 s', async () => {
    for (let n = 0; n < 5; n++) attempt(null);
    await vi.advanceTimersByTimeAsync(29_999);
    attempt(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(deleted).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    attempt(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(deleted).toHaveBeenCalledTimes(2);
  });

  it('sends a critical error to auto-fix-system, and reloads the page a second after a fix', async () => {
    fix('reload');
    attempt(report);
    await vi.advanceTimersByTimeAsync(999);
    expect(browser.api.named('auto-fix-system')).toHaveLength(1);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not send other errors, and does not reload without a fix', async () => {
    attempt({ ...report, severity: 'high' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.api.named('auto-fix-system')).toHaveLength(0);
    browser.api.on('auto-fix-system', { body: { fix_applied: false, fix_id: 'f', action: 'none' } });
    attempt(report);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reload).not.toHaveBeenCalled();
  });

  it('asks before reloading a page with input, and reloads two seconds after a yes', async () => {
    isTyped = true;
    mode = 'watched';
    fix('clear_caches');
    attempt(report);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reload).not.toHaveBeenCalled();
    expect(text('.toast')).toBe('Loading error. Please refresh.RefreshClose');
    find('.toast .text-button').click();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('clears the caches and reloads the page on Force Refresh', async () => {
    attempt(null);
    await vi.advanceTimersByTimeAsync(0);
    deleted.mockClear();
    find('recovery-banner button').click();
    await vi.advanceTimersByTimeAsync(0);
    expect(deleted).toHaveBeenCalledWith('shell /family-base 1');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reads the id of one row every 30 s while something is wrong, and counts no answer as an error', async () => {
    attempt(null);
    await vi.advanceTimersByTimeAsync(30_000);
    const [check] = browser.api.named('system_logs');
    expect(check?.url).toBe('http://api.test/rest/v1/system_logs?select=id&limit=1');
    expect(note).not.toHaveBeenCalled();
    browser.api.on('system_logs', { status: 500, body: {} });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(note).toHaveBeenCalledOnce();
    mode = 'calm';
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.api.named('system_logs')).toHaveLength(2);
  });
});
