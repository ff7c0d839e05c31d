import { keepQuizResult } from '../../browser/quiz-result.ts';
import * as v from 'valibot';
import { suggest, type Answer } from './model.ts';

const Points = v.record(v.string(), v.number());
const started = new WeakSet<HTMLDialogElement>();

/** Opens the quiz where it was left; the first time it also learns to answer. */
export function openQuiz(dialog: HTMLDialogElement): void {
  if (!started.has(dialog)) start(dialog);
  started.add(dialog);
  if (!dialog.open) dialog.showModal();
}

function start(dialog: HTMLDialogElement): void {
  const steps = [...dialog.querySelectorAll<HTMLElement>('[data-step]')];
  const asked = steps.filter(({ dataset }) => dataset['step'] !== 'result');
  const answers = () => [...dialog.querySelectorAll<HTMLInputElement>('input:checked')].map(answerOf);
  let at = 0;

  function show(step: HTMLElement | undefined): void {
    for (const one of steps) one.hidden = one !== step;
    step?.querySelector<HTMLElement>('legend, h2')?.focus();
  }
  function go(to: number): void {
    at = to;
    if (at < asked.length) show(asked[at]);
    else showResult();
  }
  function showResult(): void {
    const suggestion = suggest(answers());
    const { team, level } = suggestion;
    keepQuizResult({ ...suggestion, takenAt: new Date().toISOString() });
    const step = steps.find(({ dataset }) => dataset['team'] === team);
    const name = level && dialog.querySelector<HTMLTemplateElement>(`[data-level-name="${level}"]`);
    const line = step?.querySelector<HTMLElement>('[data-level-line]');
    const word = line?.querySelector('[data-level]');
    if (line && word) {
      word.textContent = name?.content.textContent ?? '';
      line.hidden = !name;
    }
    show(step);
  }

  dialog.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const next = target.closest('[data-step]')?.querySelector<HTMLButtonElement>('[data-next]');
    if (next) next.disabled = false;
  });
  // Enter in an answer goes on, and sends nothing.
  dialog.addEventListener('submit', (event) => event.preventDefault());
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.target.checked) go(at + 1);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-closes]')) dialog.close();
    else if (target.closest('[data-next]')) go(at + 1);
    else if (target.closest('[data-back]')) go(at - 1);
    else if (target.closest('[data-again]')) {
      dialog.querySelector('form')?.reset();
      for (const next of dialog.querySelectorAll<HTMLButtonElement>('fieldset [data-next]'))
        next.disabled = true;
      go(1);
    }
  });
}

const answerOf = ({ dataset }: HTMLInputElement): Answer => ({
  teams: v.parse(Points, JSON.parse(dataset['teams'] ?? '{}')),
  levels: v.parse(Points, JSON.parse(dataset['levels'] ?? '{}')),
  experience: dataset['experience'],
});
