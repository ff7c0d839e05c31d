// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { brand } from '../../../src/config/brand.ts';
import { storageKeys } from '../../../src/config/paths.ts';
import { keepQuizResult } from '../../../src/lib/quiz-result.ts';
import { $session } from '../../../src/lib/session.ts';
import { fakeBrowser } from '../support/browser.ts';
import { row, uuid } from '../support/examples.ts';
import { flow, red, serve as serveBy } from './booking-flow-example.tsx';

const browser = fakeBrowser();
const serve = (...rows: ReturnType<typeof row>[]) => serveBy(browser.api, ...rows);
afterEach(() => {
  cleanup();
  $session.set({ state: 'unknown' });
});

describe('the team that the quiz suggested', () => {
  const result = { team: 'red', level: 'spark', takenAt: '2026-11-20T02:00:00.000Z' } as const;

  it('is chosen when the page opens, and waits for a yes', async () => {
    serve(row({ id: 101 }));
    browser.storage.setItem(storageKeys.quiz, JSON.stringify(result));
    render(flow);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain(`Red ${brand.product}`);
    expect(screen.getByText(/^Your quiz says Red/)).toBeDefined();
    expect(screen.getByText('Question 1 of 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('5 spots open')).toBeDefined();
  });

  it('is chosen when the quiz is answered on the page, also if the browser keeps nothing', async () => {
    serve(row({ id: 101 }));
    render(flow);
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    browser.storage.setItem = () => {
      throw new DOMException('full');
    };
    keepQuizResult(result);
    expect(await screen.findByText(/^Your quiz says Red/)).toBeDefined();
  });
});

describe('after a reload', () => {
  it('the team is still chosen, before there is a session', async () => {
    serve(row({ id: 101 }));
    const before = render(flow);
    await userEvent.click(screen.getByRole('button', { name: red }));
    before.unmount();
    render(flow);
    expect(screen.getByText('Question 1 of 3')).toBeDefined();
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain(`Red ${brand.product}`);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('5 spots open')).toBeDefined();
  });

  it.each([
    ['2026-11-20T01:00:00.000Z', 'X'],
    ['2026-11-20T03:00:00.000Z', 'White'],
  ])('what came last stands: chosen at %s, and a quiz at 2', (chosenAt, name) => {
    serve();
    const quiz = { team: 'x', level: 'spark', takenAt: '2026-11-20T02:00:00.000Z' };
    browser.storage.setItem(storageKeys.quiz, JSON.stringify(quiz));
    browser.storage.setItem(storageKeys.choice, JSON.stringify({ team: 'white', sessionId: null, chosenAt }));
    render(flow);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain(name);
  });
});

describe('the bar at the foot', () => {
  const signIn = () =>
    browser.storage.setItem(
      storageKeys.auth,
      JSON.stringify({
        access_token: 'the-token',
        refresh_token: 'r',
        expires_in: 3600,
        expires_at: 4e9,
        user: { id: uuid(9) },
      }),
    );

  it.each([
    [4, 'Progress: 2 / 6 sessions booked'],
    [0, 'Progress: 6 / 6 sessions booked'],
  ])('with %i credits left says %s', async (credits_remaining, words) => {
    serve();
    signIn();
    browser.api.on('profiles', { body: [{ credits_remaining }] });
    render(flow);
    expect(await screen.findByText(words)).toBeDefined();
    expect(browser.api.named('profiles')[0]?.headers['authorization']).toBe('Bearer the-token');
  });

  it('is not there for a visitor, and asks nothing', async () => {
    serve(row({ id: 101 }));
    render(flow);
    await userEvent.click(screen.getByRole('button', { name: red }));
    await screen.findByText('5 spots open');
    expect(screen.queryByText(/^Progress:/)).toBeNull();
    expect(browser.api.named('profiles')).toEqual([]);
  });

  it.each([
    ['no session is booked', { body: [{ credits_remaining: 6 }] }],
    ['it cannot be known', { status: 500, body: {} }],
  ])('is not there when %s', async (_, reply) => {
    serve(row({ id: 101 }));
    signIn();
    browser.api.on('profiles', reply);
    render(flow);
    await userEvent.click(screen.getByRole('button', { name: red }));
    await screen.findByText('5 spots open');
    expect(browser.api.named('profiles')).toHaveLength(1);
    expect(screen.queryByText(/^Progress:/)).toBeNull();
  });
});
