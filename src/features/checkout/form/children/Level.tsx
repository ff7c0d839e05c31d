import { experienceLevels } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { levelMessages } from '../../messages.ts';
import { quizLevel } from './quiz.ts';
import type { Checkout } from '../../store.ts';

/** Each child has a level on a board (spec 1 §3 `experience_level`). */
export function Level({ checkout, index }: { checkout: Checkout; index: number }) {
  const { form } = checkout;
  const level = useStore(form.$values).children[index]?.level;
  const [suggested] = useState(quizLevel);
  const fromQuiz = index === 0 && level !== undefined && level === suggested;
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
          form.typeChild(index, { level: experienceLevels.find((one) => one === target.value) })
        }
      >
        <option value="">{levelMessages.unsure}</option>
        {experienceLevels.map((one) => (
          <option key={one} value={one}>
            {levelMessages.levels[one]}
          </option>
        ))}
      </select>
      <p className="hint" id={`${id}-hint`}>
        {fromQuiz ? levelMessages.fromQuiz : levelMessages.hint}
      </p>
    </div>
  );
}
