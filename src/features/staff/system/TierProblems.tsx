import { useEffect, useState } from 'react';
import type { TierProblems as Problems } from '#contract/management-system.ts';
import { Button } from '#ui/Button.tsx';
import { fetchTierProblems } from './api.ts';
import { tierMessages } from './tier-messages.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

type View = { state: 'loading' | 'failed' } | { state: 'ready'; problems: Problems };

/** Lists upcoming camps that do not match the published tiers. */
export function TierProblems() {
  const [view, setView] = useState<View>({ state: 'loading' });
  const read = () =>
    void fetchTierProblems().then((answer) =>
      setView(answer.ok ? { state: 'ready', problems: answer.value } : { state: 'failed' }),
    );
  useEffect(read, []);
  const problems = view.state === 'ready' ? view.problems : [];
  return (
    <section className="sheet" aria-labelledby="tier-problems" aria-busy={view.state === 'loading'}>
      <header>
        <h2 id="tier-problems">{tierMessages.title}</h2>
        {problems.length > 0 && <span className="tag warn numbers">{problems.length}</span>}
      </header>
      {view.state === 'ready' && problems.length === 0 && <p className="quiet">{tierMessages.none}</p>}
      {view.state === 'failed' && (
        <p>
          {tierMessages.failed}{' '}
          <Button kind="line" small onClick={read}>
            {tierMessages.again}
          </Button>
        </p>
      )}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.tier} ${problem.problem} ${problem.camp_id ?? ''}`}>
            <p>
              {tierMessages.line(problem)}{' '}
              {problem.camp_id !== null && <a href={schedulePath(problem.camp_id)}>{tierMessages.open}</a>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
