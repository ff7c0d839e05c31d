import { createModel } from '#server/model.ts';
import { evaluate, seedKnowledge, type Verdict } from '#support/assistant.ts';
import { evaluateWithModel, copyingModel, lyingModel } from '#support/assistant-model.ts';
import { isMissed, print, type Figure } from './figures.ts';

/**
 * Asks a hundred questions of parents, without a model and with models: a fake one that copies its
 * sources, one that invents numbers and, with a key, the real one. Prints the wrong answers.
 */
export async function benchAssistant(): Promise<Figure[]> {
  const knowledge = await seedKnowledge();
  const began = performance.now();
  const verdicts = evaluate(knowledge);
  const each = (performance.now() - began) / verdicts.length;
  for (const { question: asked, given, right } of verdicts)
    if (!right) console.log(`  ${asked.question}: ${given.join(', ')}`);
  const rightOf = (all: readonly Verdict[]) => all.filter(({ right }) => right).length;
  const figures: Figure[] = [
    { name: 'right at first place', value: rightOf(verdicts), unit: 'of 100', least: 85 },
    {
      name: 'facts not asked for',
      value: verdicts.filter(({ hasWrongFact }) => hasWrongFact).length,
      unit: '',
      most: 0,
    },
    { name: 'an answer, the index read once', value: each, unit: 'ms' },
  ];
  const real = createModel(process.env);
  const models = [
    { name: 'a model that quotes', model: copyingModel() },
    { name: 'a model that makes numbers up', model: lyingModel() },
    ...(real ? [{ name: real.name, model: real }] : []),
  ];
  for (const { name, model } of models) {
    const written = await evaluateWithModel(knowledge, model);
    if (model === real)
      for (const { question: asked, text, why } of written)
        console.log(`  ${asked.question}: ${text ?? `(${why})`}`);
    figures.push(
      { name: `${name}: right`, value: rightOf(written), unit: 'of 100', least: rightOf(verdicts) },
      { name: `${name}: answers of its own`, value: written.filter(({ text }) => text).length, unit: '' },
      {
        name: `${name}: numbers that stand nowhere`,
        value: written.flatMap(({ invented }) => invented).length,
        unit: '',
        most: 0,
      },
    );
  }
  print(figures);
  return figures.filter(isMissed);
}
