import type { FamilyChild } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $quizResult, readQuizResult } from '#browser/quiz-result.ts';
import { Button } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { levelMessages, messages } from './messages.ts';
import type { Today } from './store.ts';

const teamNames = { white: 'White', red: 'Red', black: 'Black', x: 'X', none: 'a first hour' };

/**
 * Offers the quiz of 60 seconds, which finds a child's level. If the quiz was already taken in this browser, its
 * result can be used for the child.
 */
export function QuizOffer({ today, child: { id, name } }: { today: Today; child: FamilyChild }) {
  const answeredQuiz = useStore($quizResult);
  const busy = useStore(today.$busy);
  const [savedQuiz] = useState(readQuizResult);
  const result = answeredQuiz ?? savedQuiz;
  return (
    <div className="kid-todo">
      {result ? (
        <span className="links">
          <span className="self-center">{levelMessages.quizHere(teamNames[result.team])}</span>
          <button type="button" disabled={busy} onClick={() => void today.useQuiz(id)}>
            <WithNames text={levelMessages.useQuiz(name)} names={[name]} />
          </button>
        </span>
      ) : (
        <Button kind="line" small data-open="quiz" aria-haspopup="dialog">
          {messages.quiz}
        </Button>
      )}
    </div>
  );
}
