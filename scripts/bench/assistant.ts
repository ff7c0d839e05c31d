import { evaluate, seedKnowledge } from '../../tests/support/assistant.ts';
import { misses, print, type Figure } from './figures.ts';

/** A hundred questions of parents against the seed's content (`-- assistant`); prints what was not right. */
export async function benchAssistant(): Promise<Figure[]> {
  const knowledge = await seedKnowledge();
  const began = performance.now();
  const verdicts = evaluate(knowledge);
  const each = (performance.now() - began) / verdicts.length;
  for (const { asked, given, right } of verdicts)
    if (!right) console.log(`  ${asked.question}: ${given.join(', ')}`);
  const figures: Figure[] = [
    {
      name: 'right at first place',
      value: verdicts.filter(({ right }) => right).length,
      unit: 'of 100',
      least: 85,
    },
    {
      name: 'facts not asked for',
      value: verdicts.filter(({ wrongFact }) => wrongFact).length,
      unit: '',
      most: 0,
    },
    { name: 'an answer, the index read once', value: each, unit: 'ms' },
  ];
  print(figures);
  return figures.filter(misses);
}
