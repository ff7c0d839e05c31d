// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { $answered, readQuizResult } from '#browser/quiz-result.ts';
import '#features/quiz/quiz-steps.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { find, showPage } from '#support/unit/page.ts';

fakeBrowser();
beforeEach(() => {
  $answered.set(null);
  const question = (name: string, team: string) => `<fieldset data-step="question" hidden>
    <legend tabindex="-1">${name}</legend>
    <input type="radio" name="${name}" data-teams='{"${team}":2}' data-levels='{"ignite":1}'>
    <button type="button" data-back></button><button type="button" data-next disabled></button></fieldset>`;
  const result = (
    team: string,
  ) => `<div data-step="result" data-team="${team}" hidden><h2 tabindex="-1">${team}</h2>
    <p data-level-line hidden><b data-level></b></p><button type="button" data-again></button></div>`;
  showPage(`<quiz-steps><form><div data-step="start"><button type="button" data-next></button></div>
    ${question('one', 'red')}${question('two', 'red')}${result('white')}${result('red')}</form>
    <template data-level-name="ignite">Ignite Camp</template></quiz-steps>`);
});
afterEach(() => document.body.replaceChildren());

const visibleStep = () => {
  const step = find('[data-step]:not([hidden])');
  return step.querySelector('legend, h2')?.textContent ?? 'start';
};
const press = (what: string) => find(`[data-step]:not([hidden]) [data-${what}]`).click();
const answer = () => {
  const input = document.querySelector<HTMLInputElement>('[data-step]:not([hidden]) input');
  if (!input) throw new Error('No answer');
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return input;
};
function finish(): void {
  press('next');
  answer();
  press('next');
  answer();
  press('next');
}

it('continues only with an answer, and can go back', () => {
  press('next');
  expect([visibleStep(), document.activeElement?.textContent]).toEqual(['one', 'one']);
  press('next');
  expect(visibleStep()).toBe('one');
  answer();
  press('next');
  expect(visibleStep()).toBe('two');
  press('back');
  expect(visibleStep()).toBe('one');
});

it('continues when Enter is pressed in an answer', () => {
  press('next');
  answer().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  expect(visibleStep()).toBe('two');
});

it('suggests a team with its camp tier, stores the result, and updates the booking on the page', () => {
  finish();
  expect(visibleStep()).toBe('red');
  expect(find('[data-team="red"] [data-level]').textContent).toBe('Ignite Camp');
  expect($answered.get()).toMatchObject({ team: 'red', level: 'ignite' });
  expect(readQuizResult()).toEqual($answered.get());
});

it('restarts at the first question without answers', () => {
  finish();
  press('again');
  expect([visibleStep(), document.querySelector('input:checked')]).toEqual(['one', null]);
  expect(document.querySelectorAll('fieldset [data-next]:disabled')).toHaveLength(2);
});

it('stops responding after it is removed from the page', () => {
  const quiz = find('quiz-steps');
  quiz.remove();
  quiz.querySelector<HTMLElement>('[data-next]')?.click();
  expect(quiz.querySelector<HTMLElement>('[data-step="start"]')?.hidden).toBe(false);
});
