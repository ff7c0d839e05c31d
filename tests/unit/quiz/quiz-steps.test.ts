// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { $quizResult, readQuizResult } from '#browser/quiz-result.ts';
import '#features/quiz/quiz-steps.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { find, showPage } from '#support/unit/page.ts';

fakeBrowser();
beforeEach(() => {
  $quizResult.set(null);
  const question = (name: string, team: string, hidden = '') => `<fieldset data-step="question" ${hidden}>
    <legend tabindex="-1">${name}</legend>
    <input type="radio" name="${name}" data-teams='{"${team}":2}' data-levels='{"ignite":1}'>
    <button type="button" data-back></button><button type="button" data-next hidden></button></fieldset>`;
  const result = (
    team: string,
  ) => `<div data-step="result" data-team="${team}" hidden><h2 tabindex="-1">${team}</h2>
    <p data-level-line hidden><b data-level></b></p><button type="button" data-again></button></div>`;
  showPage(`<quiz-steps><form>${question('one', 'red')}${question('two', 'red', 'hidden')}${result('white')}${result('red')}</form>
    <template data-level-name="ignite">Ignite Camp</template></quiz-steps>`);
});
afterEach(() => document.body.replaceChildren());

const visibleStep = () => find('[data-step]:not([hidden])').querySelector('legend, h2')?.textContent;
const press = (button: string) => find(`[data-step]:not([hidden]) [data-${button}]`).click();
const input = () => {
  const found = document.querySelector<HTMLInputElement>('[data-step]:not([hidden]) input');
  if (!found) throw new Error('No answer');
  return found;
};
const key = (type: string, name: string) =>
  input().dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true }));
const answer = () => input().click();
function finish(): void {
  answer();
  answer();
}

it('the quiz goes on with each answer, and back', () => {
  answer();
  expect([visibleStep(), document.activeElement?.textContent]).toEqual(['two', 'two']);
  press('back');
  expect([visibleStep(), input().checked]).toEqual(['one', true]);
  // Choosing the earlier answer again also continues.
  answer();
  expect(visibleStep()).toBe('two');
  press('back');
  press('next');
  expect(visibleStep()).toBe('two');
});

it.each(['Enter', ' '])(
  'the quiz stays while arrow keys look through the answers, until the key “%s”',
  (name) => {
    key('keydown', 'ArrowDown');
    answer();
    key('keyup', 'ArrowDown');
    expect([visibleStep(), find('[data-next]').hidden]).toEqual(['one', false]);
    key('keydown', name);
    expect(visibleStep()).toBe('two');
  },
);

it('the quiz suggests a team with its stage of the journey, stores the result, and updates the booking on the page', () => {
  finish();
  expect(visibleStep()).toBe('red');
  expect(find('[data-team="red"] [data-level]').textContent).toBe('Ignite Camp');
  expect($quizResult.get()).toMatchObject({ team: 'red', level: 'ignite' });
  expect(readQuizResult()).toEqual($quizResult.get());
});

it('the quiz restarts at the first question without answers', () => {
  finish();
  press('again');
  expect([visibleStep(), document.querySelector('input:checked')]).toEqual(['one', null]);
  expect(document.querySelectorAll('[data-next]:not([hidden])')).toHaveLength(0);
});

it('the quiz stops responding after it is removed from the page', () => {
  const quiz = find('quiz-steps');
  quiz.remove();
  quiz.querySelector('input')?.click();
  expect(quiz.querySelector<HTMLElement>('[data-step]')?.hidden).toBe(false);
});
