import { useEffect, useState } from 'react';
import { useClient } from 'sanity';
import { IntentLink } from 'sanity/router';
import { Sheet } from '../components/Sheet.tsx';
import { outcomes, readAskedQuestions, type AskedQuestion } from './asked-questions.ts';

type State = { is: 'asking' } | { is: 'failed'; why: string } | { is: 'read'; list: AskedQuestion[] };

export function AskedList() {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config();
  const [state, setState] = useState<State>({ is: 'asking' });
  useEffect(() => {
    const end = new AbortController();
    readAskedQuestions(token ?? '', end.signal).then(
      (list) => setState({ is: 'read', list }),
      (error: unknown) => {
        if (!end.signal.aborted) setState({ is: 'failed', why: error instanceof Error ? error.message : '' });
      },
    );
    return () => end.abort();
  }, [token]);

  if (state.is === 'asking') return <Sheet title="Loading…">Loading the questions that parents asked.</Sheet>;
  if (state.is === 'failed')
    return (
      <Sheet title="Not loaded">The questions did not load. Reload the page to try again. {state.why}</Sheet>
    );
  if (state.list.length === 0)
    return <Sheet title="No questions yet">Questions that parents ask the assistant appear here.</Sheet>;
  return (
    <Sheet title="What parents ask">
      <p>We count the questions, not who asked them. Unanswered questions come first.</p>
      <ul>
        {state.list.map(({ question, outcome, times_asked: times, page }) => (
          <li key={question}>
            <b>{question}</b>
            <br />
            <small>
              {times === 1 ? 'Once' : `${times} times`} · {outcomes[outcome]}
              {page ? ` · ${page}` : ''}
            </small>
            {outcome !== 'written' && (
              <>
                <br />
                <IntentLink
                  intent="create"
                  params={[{ type: 'writtenAnswer', template: 'written-answer-to' }, { question }]}
                >
                  Write an answer
                </IntentLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
