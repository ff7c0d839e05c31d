import { saveQuizResult } from '#browser/quiz-result.ts';
import * as v from 'valibot';
import { PageElement } from '#ui/page-element.ts';
import { suggest, type Answer } from './model.ts';

const Points = v.record(v.string(), v.number());

/**
 * The questions of the quiz. Choosing an answer leads to the next one. Arrow keys only move through the answers.
 * Enter, Space or the button continues.
 */
export class QuizSteps extends PageElement {
  #questionIndex = 0;
  /** True while an arrow key is down, because the browser clicks each answer that it passes. */
  #isLooking = false;

  protected override start(signal: AbortSignal): void {
    // Enter leads to the next question and submits no form.
    this.addEventListener('submit', (event) => event.preventDefault(), { signal });
    this.addEventListener(
      'keydown',
      (event) => {
        this.#isLooking = event.key.startsWith('Arrow');
        if (event.key !== 'Enter' && event.key !== ' ') return;
        if (!(event.target instanceof HTMLInputElement) || !event.target.checked) return;
        event.preventDefault();
        this.#go(this.#questionIndex + 1);
      },
      { signal },
    );
    this.addEventListener('keyup', () => (this.#isLooking = false), { signal });
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
  }

  #press(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLInputElement) this.#chooseAnswer(target);
    else if (target.closest('[data-next]')) this.#go(this.#questionIndex + 1);
    else if (target.closest('[data-back]')) this.#go(this.#questionIndex - 1);
    else if (target.closest('[data-again]')) this.#restart();
  }

  #chooseAnswer(input: HTMLInputElement): void {
    const next = input.closest('[data-step]')?.querySelector<HTMLElement>('[data-next]');
    if (next) next.hidden = false;
    if (!this.#isLooking) this.#go(this.#questionIndex + 1);
  }

  #restart(): void {
    this.querySelector('form')?.reset();
    for (const next of this.querySelectorAll<HTMLElement>('[data-next]')) next.hidden = true;
    this.#go(0);
  }

  #go(to: number): void {
    this.#questionIndex = to;
    const questions = this.#steps.filter(({ dataset }) => dataset['step'] !== 'result');
    this.#show(to < questions.length ? questions[to] : this.#showResult());
  }

  #show(step: HTMLElement | undefined): void {
    for (const other of this.#steps) other.hidden = other !== step;
    step?.querySelector<HTMLElement>('legend, h2')?.focus();
  }

  #showResult(): HTMLElement | undefined {
    const suggestion = suggest([...this.querySelectorAll<HTMLInputElement>('input:checked')].map(answerOf));
    const { team, level } = suggestion;
    saveQuizResult({ ...suggestion, takenAt: new Date().toISOString() });
    const step = this.#steps.find(({ dataset }) => dataset['team'] === team);
    const name = level && this.querySelector<HTMLTemplateElement>(`[data-level-name="${level}"]`);
    const line = step?.querySelector<HTMLElement>('[data-level-line]');
    const word = line?.querySelector('[data-level]');
    if (line && word) {
      word.textContent = name?.content.textContent ?? '';
      line.hidden = !name;
    }
    return step;
  }

  get #steps(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('[data-step]')];
  }
}

const answerOf = ({ dataset }: HTMLInputElement): Answer => ({
  teams: v.parse(Points, JSON.parse(dataset['teams'] ?? '{}')),
  levels: v.parse(Points, JSON.parse(dataset['levels'] ?? '{}')),
  experience: dataset['experience'],
});

customElements.define('quiz-steps', QuizSteps);
