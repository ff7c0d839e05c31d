// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { brand } from '#config/brand.ts';
import { storageKeys } from '#config/paths.ts';
import { saveQuizResult } from '#browser/quiz-result.ts';
import { $session } from '#browser/session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { row } from '#support/unit/examples.ts';
import { flow, red, serve as serveBy } from './booking-flow-example.tsx';

const browser = fakeBrowser();
const serve = (...rows: ReturnType<typeof row>[]) => serveBy(browser.api, ...rows);
afterEach(() => {
  cleanup();
  $session.set({ state: 'unknown' });
});

describe('the team that the quiz suggested', () => {
  const result = { team: 'red', level: 'spark', takenAt: '2026-11-20T02:00:00.000Z' } as const;

  it('is selected when the page opens, and waits for the parent to continue', async () => {
    serve(row({ id: 101 }));
    browser.storage.setItem(storageKeys.quiz, JSON.stringify(result));
    render(flow);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain(`Red ${brand.product}`);
    expect(screen.getByText(/^Your quiz suggests Red/)).toBeDefined();
    expect(screen.getByText('Question 1 of 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('5 spots open')).toBeDefined();
  });

  it('is selected when the quiz is answered on the page, even without storage', async () => {
    serve(row({ id: 101 }));
    render(flow);
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    browser.storage.setItem = () => {
      throw new DOMException('full');
    };
    saveQuizResult(result);
    expect(await screen.findByText(/^Your quiz suggests Red/)).toBeDefined();
  });
});

describe('after a reload', () => {
  it('the team is still selected, before any session is', async () => {
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
  ])('the later choice applies: team chosen at %s, quiz at 2', (chosenAt, name) => {
    serve();
    const quiz = { team: 'x', level: 'spark', takenAt: '2026-11-20T02:00:00.000Z' };
    browser.storage.setItem(storageKeys.quiz, JSON.stringify(quiz));
    browser.storage.setItem(storageKeys.choice, JSON.stringify({ team: 'white', sessionId: null, chosenAt }));
    render(flow);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain(name);
  });
});
