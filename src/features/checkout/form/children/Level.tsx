import { experienceLevels } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { levelMessages } from '../../messages.ts';
import { quizLevel } from './quiz.ts';
import type { Checkout } from '../../store.ts';

/** Asks for a child's level on a board (spec 1 §3 `experience_level`). */
export function Level({ checkout, index }: { checkout: Checkout; index: number }) {
  const { form } = checkout;
  const level = useStore(form.$values).children[index]?.level;
  const [suggestedLevel] = useState(quizLevel);
  const fromQuiz = index === 0 && level !== undefined && level === suggestedLevel;
  const id = `level-${index}`;
  return (
    <div className="field all">
      <label htmlFor={id}>{levelMessages.question}</label>
      <select
        id={id}
        className="input"
        value={level ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) =>
          form.typeChild(index, { level: experienceLevels.find((candidate) => candidate === target.value) })
        }
      >
        <option value="">{levelMessages.unsure}</option>
        {experienceLevels.map((levelId) => (
          <option key={levelId} value={levelId}>
            {levelMessages.levels[levelId]}
          </option>
        ))}
      </select>
      <p className="hint" id={`${id}-hint`}>
        {fromQuiz ? levelMessages.fromQuiz : levelMessages.hint}
      </p>
    </div>
  );
}
