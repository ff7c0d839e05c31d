import type { Environment } from './keys.ts';
import type { Result } from './run.ts';

const marks = { ok: '✓', missing: '○', wrong: '✗', unknown: '?' } as const;

/** Returns a finding for people. A step that is right takes one line. */
export function sentences({ step, state, says, parents, fix }: Result, environment: Environment): string {
  const lines = [`${marks[state]} ${step.id}: ${says}`];
  if (state === 'ok') return lines.join('\n');
  if (parents) lines.push(`    Parents: ${parents}`);
  const how = (fix ?? (step.do ? `Run npm run setup -- --only ${step.id}` : step.what)).replaceAll(
    /npm run setup(?: --)?/g,
    `npm run setup -- --env ${environment}`,
  );
  lines.push(`    Fix: ${how}${step.link && !how.includes('npm run setup') ? ` (${step.link})` : ''}`);
  return lines.join('\n');
}

/** Returns a finding for programs. */
export const asJson = ({ step, state, says, parents, fix }: Result) => ({
  id: step.id,
  topic: step.topic,
  state,
  says,
  ...(state !== 'ok' && { parents, fix, link: step.link }),
});

export function summary(results: readonly Result[]): string {
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length;
  return `${count('ok')} right, ${count('missing')} missing, ${count('wrong')} wrong, ${count('unknown')} unknown.`;
}
